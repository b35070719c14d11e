// A capture device as Video4Linux describes it, without the kernel: one queue of buffers, owned by the first user that
// asks for buffers, filled at a steady rate.
#ifndef CAMERA_H
#define CAMERA_H

#include <pthread.h>
#include <sys/time.h>

#include "pictures.h"

enum { buffer_count = 8, max_formats = 8, max_rates = 8, control_count = 3 };

struct settings {
    uint32_t formats[max_formats];
    size_t format_count;
    // One for each size.
    struct reel *reels;
    size_t reel_count;
    // Frames a second, the default first.
    uint32_t rates[max_rates];
    size_t rate_count;
    // Frames for which each picture is shown.
    uint32_t hold;
    // Bytes after each line of a raw format.
    uint32_t padding;
    // Frames of a stream after which the camera is unplugged; 0 for never.
    uint32_t unplug_after;
    // Milliseconds after which an unplugged camera is plugged in again; 0 for never.
    uint32_t replug_after;
    // Every so manieth frame is short, marked as damaged, or an error; 0 for none.
    uint32_t short_every, corrupt_every, error_every;
};

// What the camera asks of whoever makes its device file. Called without the lock.
struct host {
    // Puts bytes where the device file is mapped.
    void (*store)(uint64_t offset, uint8_t *bytes, size_t count);
    // Frames may have arrived, or the camera may be gone.
    void (*wake)(void);
};

enum buffer_state { with_user, queued, filled };

struct buffer {
    enum buffer_state state;
    uint8_t *bytes;
    uint32_t used, sequence, flags;
    struct timeval time;
    // What VIDIOC_DQBUF answers instead of giving this buffer; 0 for nothing.
    int error;
};

struct fifo {
    uint32_t entries[buffer_count];
    size_t count;
};

struct camera {
    struct settings settings;
    struct host host;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    // Users from this number on hold a file of the camera that is plugged in now.
    uint64_t first_user, last_user, owner;
    bool is_plugged, is_streaming, is_frozen, is_denied;
    // Pictures that were passed over by command.
    size_t turned;
    // Counts the starts and ends of streaming.
    uint32_t stream;
    size_t format, reel;
    uint32_t rate;
    int32_t controls[control_count];

    struct buffer buffers[buffer_count];
    uint32_t allocated;
    // Size of a buffer's place in the device file.
    uint32_t place;
    struct fifo queue, done;
    uint32_t sequence;
    // Faults that were asked for, for the next frame.
    bool next_short, next_corrupt, next_error;
};

void camera_init(struct camera *camera, struct settings settings, struct host host);

// Runs the camera for ever; to be called on a thread of its own.
void camera_run(struct camera *camera);

// A new user, who is to be released; 0 when the camera is unplugged.
uint64_t camera_attach(struct camera *camera);
void camera_release(struct camera *camera, uint64_t user);

// Answers an ioctl: 0 or a negative error number. `argument` is changed in place.
int camera_ioctl(struct camera *camera, uint64_t user, unsigned long request, void *argument);

// The events of poll(2).
unsigned camera_poll(struct camera *camera, uint64_t user);

// Bytes of the device file, for a page of it that the kernel has dropped.
void camera_read(struct camera *camera, uint64_t offset, uint8_t *bytes, size_t count);

// Whether nobody is allowed to open it.
bool camera_is_denied(struct camera *camera);

// unplug, plug, freeze, thaw, next, deny, short, corrupt, error. False when it is none of these.
bool camera_command(struct camera *camera, const char *command);

// Sets every control to its default.
void camera_reset_controls(struct camera *camera);

// With the lock held, for ioctls.c:
uint32_t camera_stride(const struct camera *camera, size_t format, size_t reel);
uint32_t camera_format(const struct camera *camera);
void camera_start(struct camera *camera);
void camera_stop(struct camera *camera);
void fifo_push(struct fifo *fifo, uint32_t index);
// False when it is empty.
bool fifo_pop(struct fifo *fifo, uint32_t *index);

#endif
