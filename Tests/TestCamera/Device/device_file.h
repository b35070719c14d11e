// The camera as a file: a FUSE file system of one file, mounted over it. ioctl, poll and mmap of the file are real
// system calls; ioctls reach the camera through the kernel, and frames the page cache of the file.
#ifndef DEVICE_FILE_H
#define DEVICE_FILE_H

#include "camera.h"

// Mounts the camera over the file `path`, which is made if there is none. Says on standard error what failed.
bool device_file_mount(struct camera *camera, const char *path);

// On the thread that mounted it: answers until the file system is unmounted, or a signal or `device_file_end` ends it; then unmounts it.
void device_file_serve(void);

// Ends `device_file_serve`, from any thread.
void device_file_end(void);

extern const struct host device_file_host;

#endif
