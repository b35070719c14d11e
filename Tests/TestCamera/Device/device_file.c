#define FUSE_USE_VERSION 314
#include "device_file.h"

#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <linux/videodev2.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

// The largest argument that an ioctl number can announce.
enum { max_argument = 1 << 14, max_waiting = 16 };

static struct camera *camera;
static struct fuse_session *session;
// Whether the kernel may be written to.
static atomic_bool is_mounted;
// The thread that answers it.
static pthread_t serving;
// The file to remove at the end; NULL when it was there before.
static char *made;

// Who waits in poll(2), and in a VIDIOC_DQBUF that blocks.
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fuse_pollhandle *polls[max_waiting];
static struct waiting {
    fuse_req_t request;
    uint64_t user;
    struct v4l2_buffer buffer;
} dequeues[max_waiting];

static void answer(fuse_req_t request, int result, const void *argument, size_t size) {
    if (result < 0) fuse_reply_err(request, -result);
    else fuse_reply_ioctl(request, 0, argument, size);
}

static void wake(void) {
    if (!is_mounted) return;
    pthread_mutex_lock(&waiting_lock);
    for (size_t i = 0; i < max_waiting; i++) {
        if (polls[i]) {
            fuse_lowlevel_notify_poll(polls[i]);
            fuse_pollhandle_destroy(polls[i]);
            polls[i] = NULL;
        }
        struct waiting *waiting = &dequeues[i];
        if (!waiting->request) continue;
        int result = camera_ioctl(camera, waiting->user, VIDIOC_DQBUF, &waiting->buffer);
        if (result == -EAGAIN) continue;
        answer(waiting->request, result, &waiting->buffer, sizeof waiting->buffer);
        waiting->request = NULL;
    }
    pthread_mutex_unlock(&waiting_lock);
}

static void store(uint64_t offset, uint8_t *bytes, size_t count) {
    if (!is_mounted) return;
    struct fuse_bufvec buffer = FUSE_BUFVEC_INIT(count);
    buffer.buf[0].mem = bytes;
    int result = fuse_lowlevel_notify_store(session, FUSE_ROOT_ID, (off_t)offset, &buffer, 0);
    // ENOENT: nobody has opened the file any more.
    if (result && result != -ENOENT) fprintf(stderr, "test-camera: frame not stored: %s\n", strerror(-result));
}

const struct host device_file_host = {store, wake};

static void serve_ioctl(fuse_req_t request, fuse_ino_t node, unsigned command, void *address,
                        struct fuse_file_info *file, unsigned flags, const void *in, size_t in_size, size_t out_size) {
    (void)node, (void)address, (void)flags;
    _Alignas(max_align_t) uint8_t argument[max_argument] = {0};
    if (in_size > sizeof argument || out_size > sizeof argument) {
        fuse_reply_err(request, EINVAL);
        return;
    }
    if (in_size) memcpy(argument, in, in_size);
    int result = camera_ioctl(camera, file->fh, command, argument);
    if (result == -EAGAIN && command == VIDIOC_DQBUF && !(file->flags & O_NONBLOCK)) {
        pthread_mutex_lock(&waiting_lock);
        size_t place = 0;
        while (place < max_waiting && dequeues[place].request) place++;
        if (place < max_waiting) {
            dequeues[place] = (struct waiting){.request = request, .user = file->fh};
            memcpy(&dequeues[place].buffer, argument, sizeof dequeues[place].buffer);
        }
        pthread_mutex_unlock(&waiting_lock);
        if (place < max_waiting) {
            // A frame may have come in between.
            wake();
            return;
        }
    }
    answer(request, result, argument, out_size);
    if (command == VIDIOC_STREAMOFF || command == VIDIOC_REQBUFS) wake();
}

static void serve_poll(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file, struct fuse_pollhandle *handle) {
    (void)node;
    if (handle) {
        pthread_mutex_lock(&waiting_lock);
        size_t place = 0;
        while (place < max_waiting - 1 && polls[place]) place++;
        if (polls[place]) fuse_pollhandle_destroy(polls[place]);
        polls[place] = handle;
        pthread_mutex_unlock(&waiting_lock);
    }
    fuse_reply_poll(request, camera_poll(camera, file->fh));
}

static void serve_attributes(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
    (void)file;
    if (node != FUSE_ROOT_ID) {
        fuse_reply_err(request, ENOENT);
        return;
    }
    struct stat status = {.st_ino = 1, .st_mode = S_IFREG | 0666, .st_nlink = 1, .st_size = (off_t)1 << 32};
    fuse_reply_attr(request, &status, 3600);
}

static void set_attributes(fuse_req_t request, fuse_ino_t node, struct stat *status, int which,
                           struct fuse_file_info *file) {
    (void)status, (void)which;
    serve_attributes(request, node, file);
}

// As the kernel does for a device whose group this user is not in; also for root, who runs the tests.
static void serve_access(fuse_req_t request, fuse_ino_t node, int mode) {
    (void)node;
    fuse_reply_err(request, mode & (R_OK | W_OK) && camera_is_denied(camera) ? EACCES : 0);
}

static void serve_open(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
    (void)node;
    if (camera_is_denied(camera)) {
        fuse_reply_err(request, EACCES);
        return;
    }
    file->fh = camera_attach(camera);
    file->keep_cache = 1;
    if (file->fh) fuse_reply_open(request, file);
    else fuse_reply_err(request, ENODEV);
}

static void serve_release(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
    (void)node;
    camera_release(camera, file->fh);
    fuse_reply_err(request, 0);
}

// Only for pages of a mapped buffer that the kernel has dropped, or never had.
static void serve_read(fuse_req_t request, fuse_ino_t node, size_t size, off_t offset, struct fuse_file_info *file) {
    (void)node, (void)file;
    uint8_t *bytes = malloc(size);
    if (bytes) camera_read(camera, (uint64_t)offset, bytes, size);
    if (bytes) fuse_reply_buf(request, (char *)bytes, size);
    else fuse_reply_err(request, ENOMEM);
    free(bytes);
}

// Pages that a program wrote to go nowhere.
static void serve_write(fuse_req_t request, fuse_ino_t node, const char *bytes, size_t size, off_t offset,
                        struct fuse_file_info *file) {
    (void)node, (void)bytes, (void)offset, (void)file;
    fuse_reply_write(request, size);
}

static const struct fuse_lowlevel_ops operations = {
    .getattr = serve_attributes,
    .setattr = set_attributes,
    .access = serve_access,
    .open = serve_open,
    .release = serve_release,
    .read = serve_read,
    .write = serve_write,
    .ioctl = serve_ioctl,
    .poll = serve_poll,
};

// Makes sure that there is a file to mount over.
static bool prepare(const char *path) {
    struct stat status;
    if (!stat(path, &status)) return true;
    // A test camera that was killed leaves its mount behind.
    if (errno == ENOTCONN && !umount2(path, MNT_DETACH) && !stat(path, &status)) return true;
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) {
        perror(path);
        return false;
    }
    close(file);
    made = strdup(path);
    return true;
}

bool device_file_mount(struct camera *served, const char *path) {
    camera = served;
    struct fuse_args arguments = FUSE_ARGS_INIT(0, NULL);
    fuse_opt_add_arg(&arguments, "test-camera");
    fuse_opt_add_arg(&arguments, "-ofsname=test-camera");
    if (geteuid() == 0) fuse_opt_add_arg(&arguments, "-oallow_other");
    if (!prepare(path)) return false;
    session = fuse_session_new(&arguments, &operations, sizeof operations, NULL);
    fuse_opt_free_args(&arguments);
    if (session && !fuse_set_signal_handlers(session) && !fuse_session_mount(session, path)) {
        serving = pthread_self();
        is_mounted = true;
        return true;
    }
    fprintf(stderr, "test-camera: nothing can be mounted over %s\n", path);
    if (made) unlink(made);
    return false;
}

void device_file_serve(void) {
    // Who starts programs from a thread that takes no signals leaves them without, too.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_UNBLOCK, &all, NULL);
    fuse_session_loop(session);
    is_mounted = false;
    fuse_session_unmount(session);
    if (made) unlink(made);
}

void device_file_end(void) {
    fuse_session_exit(session);
    // The loop sleeps in a read of /dev/fuse, or is about to; the handler that libfuse has set wakes it.
    while (is_mounted) {
        pthread_kill(serving, SIGTERM);
        usleep(10000);
    }
}
