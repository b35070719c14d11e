#include "cv4l2.h"

#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

// libv4l2 says on standard error what it returns as an error number, unless it has a file to write to.
static void silence(void) {
    if (!v4l2_log_file && !getenv("LIBV4L2_LOG_FILENAME")) v4l2_log_file = fopen("/dev/null", "we");
}

int cv4l2_open(const char *path, bool converts) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence);
    int device = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) return -errno;
    // libv4l2's plugins complain about other files on standard error, whatever it is told, so it never sees any.
    struct v4l2_capability capability;
    bool answers;
    do answers = !ioctl(device, VIDIOC_QUERYCAP, &capability);
    while (!answers && errno == EINTR);
    if (answers && v4l2_fd_open(device, converts ? 0 : V4L2_DISABLE_CONVERSION) >= 0) return device;
    int error = errno;
    close(device);
    return -error;
}

int cv4l2_close(int device) { return v4l2_close(device) ? -errno : 0; }

int cv4l2_ioctl(int device, unsigned long request, void *argument) {
    return v4l2_ioctl(device, request, argument) ? -errno : 0;
}

void *cv4l2_mmap(int device, size_t length, int64_t offset, int *error) {
    void *start = v4l2_mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, device, offset);
    *error = start == MAP_FAILED ? errno : 0;
    return start == MAP_FAILED ? NULL : start;
}

int cv4l2_munmap(void *start, size_t length) { return v4l2_munmap(start, length) ? -errno : 0; }

int cv4l2_eventfd(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

const unsigned long cv4l2_QUERYCAP = VIDIOC_QUERYCAP;
const unsigned long cv4l2_ENUM_FMT = VIDIOC_ENUM_FMT;
const unsigned long cv4l2_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
const unsigned long cv4l2_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
const unsigned long cv4l2_TRY_FMT = VIDIOC_TRY_FMT;
const unsigned long cv4l2_S_FMT = VIDIOC_S_FMT;
const unsigned long cv4l2_G_PARM = VIDIOC_G_PARM;
const unsigned long cv4l2_S_PARM = VIDIOC_S_PARM;
const unsigned long cv4l2_QUERYCTRL = VIDIOC_QUERYCTRL;
const unsigned long cv4l2_QUERYMENU = VIDIOC_QUERYMENU;
const unsigned long cv4l2_G_CTRL = VIDIOC_G_CTRL;
const unsigned long cv4l2_S_CTRL = VIDIOC_S_CTRL;
const unsigned long cv4l2_REQBUFS = VIDIOC_REQBUFS;
const unsigned long cv4l2_QUERYBUF = VIDIOC_QUERYBUF;
const unsigned long cv4l2_QBUF = VIDIOC_QBUF;
const unsigned long cv4l2_DQBUF = VIDIOC_DQBUF;
const unsigned long cv4l2_STREAMON = VIDIOC_STREAMON;
const unsigned long cv4l2_STREAMOFF = VIDIOC_STREAMOFF;

const uint32_t cv4l2_CID_FOCUS_AUTO = V4L2_CID_FOCUS_AUTO;
const uint32_t cv4l2_CID_EXPOSURE_AUTO = V4L2_CID_EXPOSURE_AUTO;
const uint32_t cv4l2_CID_POWER_LINE_FREQUENCY = V4L2_CID_POWER_LINE_FREQUENCY;
