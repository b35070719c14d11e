// Video4Linux and libv4l2 for Swift: of their headers, functions of variable arguments and macros with arguments do not
// get there.
#ifndef CV4L2_H
#define CV4L2_H

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opens a device for reading and writing, without blocking; `converts` has libv4l2 offer formats that the device does not
// have. The descriptor, or a negative error number.
int cv4l2_open(const char *path, bool converts);
// 0, or a negative error number.
int cv4l2_close(int device);
int cv4l2_ioctl(int device, unsigned long request, void *argument);
int cv4l2_munmap(void *start, size_t length);
// NULL when it failed; the error number is in `error` then.
void *cv4l2_mmap(int device, size_t length, int64_t offset, int *error);

// eventfd(2), which Swift's Glibc lacks; a negative error number when it fails.
int cv4l2_eventfd(void);

// The numbers of the requests.
extern const unsigned long cv4l2_QUERYCAP, cv4l2_ENUM_FMT, cv4l2_ENUM_FRAMESIZES, cv4l2_ENUM_FRAMEINTERVALS;
extern const unsigned long cv4l2_TRY_FMT, cv4l2_S_FMT, cv4l2_G_PARM, cv4l2_S_PARM;
extern const unsigned long cv4l2_QUERYCTRL, cv4l2_QUERYMENU, cv4l2_G_CTRL, cv4l2_S_CTRL;
extern const unsigned long cv4l2_REQBUFS, cv4l2_QUERYBUF, cv4l2_QBUF, cv4l2_DQBUF, cv4l2_STREAMON, cv4l2_STREAMOFF;

// The numbers of the controls that are set.
extern const uint32_t cv4l2_CID_FOCUS_AUTO, cv4l2_CID_EXPOSURE_AUTO, cv4l2_CID_POWER_LINE_FREQUENCY;

#endif
