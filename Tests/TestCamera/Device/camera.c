#include "camera.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rendering.h"

static const uint64_t second = 1000000000;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

void fifo_push(struct fifo *fifo, uint32_t index) { fifo->entries[fifo->count++] = index; }

bool fifo_pop(struct fifo *fifo, uint32_t *index) {
    if (!fifo->count) return false;
    *index = fifo->entries[0];
    memmove(fifo->entries, fifo->entries + 1, --fifo->count * sizeof *fifo->entries);
    return true;
}

uint32_t camera_format(const struct camera *camera) { return camera->settings.formats[camera->format]; }

uint32_t camera_stride(const struct camera *camera, size_t format, size_t reel) {
    uint32_t line = line_bytes(camera->settings.formats[format], camera->settings.reels[reel].size);
    return line ? line + camera->settings.padding : 0;
}

void camera_init(struct camera *camera, struct settings settings, struct host host) {
    *camera = (struct camera){.settings = settings, .host = host, .first_user = 1, .is_plugged = true};
    camera->rate = settings.rates[0];
    camera_reset_controls(camera);
    pthread_mutex_init(&camera->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&camera->changed, &attributes);
    // Buffers as large as the largest frame, for good: one that is being filled is never taken away.
    for (size_t format = 0; format < settings.format_count; format++) {
        for (size_t reel = 0; reel < settings.reel_count; reel++) {
            uint32_t stride = camera_stride(camera, format, reel);
            uint32_t bytes = frame_bytes(settings.formats[format], settings.reels[reel].size, stride);
            if (bytes > camera->place) camera->place = bytes;
        }
    }
    camera->place = (camera->place + 4095) & ~4095u;
    for (size_t i = 0; i < buffer_count; i++) {
        camera->buffers[i].bytes = calloc(1, camera->place);
        if (!camera->buffers[i].bytes) abort();
    }
}

void camera_start(struct camera *camera) {
    if (camera->is_streaming) return;
    camera->is_streaming = true;
    camera->sequence = 0;
    camera->stream++;
    pthread_cond_broadcast(&camera->changed);
}

void camera_stop(struct camera *camera) {
    camera->is_streaming = false;
    camera->stream++;
    camera->queue.count = camera->done.count = 0;
    for (size_t i = 0; i < buffer_count; i++) camera->buffers[i].state = with_user;
    pthread_cond_broadcast(&camera->changed);
}

static void unplug(struct camera *camera) {
    camera_stop(camera);
    camera->is_plugged = false;
    camera->owner = 0;
    camera->allocated = 0;
    camera->first_user = camera->last_user + 1;
}

uint64_t camera_attach(struct camera *camera) {
    pthread_mutex_lock(&camera->lock);
    uint64_t user = camera->is_plugged ? ++camera->last_user : 0;
    pthread_mutex_unlock(&camera->lock);
    return user;
}

void camera_release(struct camera *camera, uint64_t user) {
    pthread_mutex_lock(&camera->lock);
    if (camera->owner == user) {
        camera_stop(camera);
        camera->owner = 0;
        camera->allocated = 0;
    }
    pthread_mutex_unlock(&camera->lock);
}

unsigned camera_poll(struct camera *camera, uint64_t user) {
    pthread_mutex_lock(&camera->lock);
    unsigned events = user < camera->first_user                              ? POLLERR | POLLHUP
                      : camera->owner != user || !camera->is_streaming ? POLLERR
                      : camera->done.count                                   ? POLLIN | POLLRDNORM
                                                                             : 0;
    pthread_mutex_unlock(&camera->lock);
    return events;
}

void camera_read(struct camera *camera, uint64_t offset, uint8_t *bytes, size_t count) {
    memset(bytes, 0, count);
    for (size_t at = 0; at < count;) {
        uint64_t index = (offset + at) / camera->place, start = (offset + at) % camera->place;
        if (index >= buffer_count) return;
        size_t step = camera->place - start < count - at ? camera->place - start : count - at;
        memcpy(bytes + at, camera->buffers[index].bytes + start, step);
        at += step;
    }
}

bool camera_is_denied(struct camera *camera) {
    pthread_mutex_lock(&camera->lock);
    bool is_denied = camera->is_denied;
    pthread_mutex_unlock(&camera->lock);
    return is_denied;
}

bool camera_command(struct camera *camera, const char *command) {
    bool is_known = true;
    pthread_mutex_lock(&camera->lock);
    if (!strcmp(command, "unplug")) unplug(camera);
    else if (!strcmp(command, "plug")) camera->is_plugged = true;
    else if (!strcmp(command, "freeze")) camera->is_frozen = true;
    else if (!strcmp(command, "thaw")) camera->is_frozen = false;
    else if (!strcmp(command, "next")) camera->turned++;
    else if (!strcmp(command, "deny")) camera->is_denied = true;
    else if (!strcmp(command, "short")) camera->next_short = true;
    else if (!strcmp(command, "corrupt")) camera->next_corrupt = true;
    else if (!strcmp(command, "error")) camera->next_error = true;
    else is_known = false;
    pthread_cond_broadcast(&camera->changed);
    pthread_mutex_unlock(&camera->lock);
    camera->host.wake();
    return is_known;
}

// Compressing takes longer than a frame lasts on a busy machine, so each picture is compressed once.
static uint32_t render_once(struct camera *camera, size_t reel, size_t number, uint8_t *bytes) {
    struct compressed {
        uint8_t *bytes;
        uint32_t count;
    };
    static struct compressed *store;
    static size_t store_reel;
    struct reel *shown = &camera->settings.reels[reel];
    if (store && store_reel != reel) {
        for (size_t i = 0; i < camera->settings.reels[store_reel].count; i++) free(store[i].bytes);
        free(store);
        store = NULL;
    }
    if (!store) store = calloc(shown->count, sizeof *store);
    store_reel = reel;
    if (store && store[number].bytes) {
        memcpy(bytes, store[number].bytes, store[number].count);
        return store[number].count;
    }
    uint32_t count = render(shown->pictures[number], shown->size, V4L2_PIX_FMT_MJPEG, 0, bytes);
    if (store && (store[number].bytes = malloc(count))) {
        memcpy(store[number].bytes, bytes, count);
        store[number].count = count;
    }
    return count;
}

static bool falls(bool *asked, uint32_t every, uint32_t sequence) {
    bool does = *asked || (every && sequence % every == every - 1);
    *asked = false;
    return does;
}

// Fills the next buffer, if the user has queued one. The lock is held, but not while the picture is rendered.
static void expose(struct camera *camera) {
    uint32_t sequence = camera->sequence++, stream = camera->stream, index;
    size_t reel = camera->reel, number = (sequence / camera->settings.hold + camera->turned) % camera->settings.reels[reel].count;
    uint32_t format = camera_format(camera), stride = camera_stride(camera, camera->format, reel);
    if (!fifo_pop(&camera->queue, &index)) return;
    struct buffer *buffer = &camera->buffers[index];
    bool is_short = falls(&camera->next_short, camera->settings.short_every, sequence);
    bool is_corrupt = falls(&camera->next_corrupt, camera->settings.corrupt_every, sequence);
    bool is_error = falls(&camera->next_error, camera->settings.error_every, sequence);
    pthread_mutex_unlock(&camera->lock);

    struct reel *shown = &camera->settings.reels[reel];
    uint32_t used = format == V4L2_PIX_FMT_MJPEG
                        ? render_once(camera, reel, number, buffer->bytes)
                        : render(shown->pictures[number], shown->size, format, stride, buffer->bytes);
    if (is_short) used /= 2;
    memset(buffer->bytes + used, 0, camera->place - used);
    camera->host.store((uint64_t)index * camera->place, buffer->bytes, (used + 4095) & ~4095u);

    pthread_mutex_lock(&camera->lock);
    if (stream != camera->stream) return;
    uint64_t time = now();
    buffer->time = (struct timeval){(time_t)(time / second), (suseconds_t)(time % second / 1000)};
    buffer->used = used;
    buffer->sequence = sequence;
    buffer->flags = is_corrupt ? V4L2_BUF_FLAG_ERROR : 0;
    buffer->error = is_error ? EIO : 0;
    buffer->state = filled;
    fifo_push(&camera->done, index);
}

static void wait_until(struct camera *camera, uint64_t time) {
    struct timespec deadline = {(time_t)(time / second), (long)(time % second)};
    pthread_cond_timedwait(&camera->changed, &camera->lock, &deadline);
}

void camera_run(struct camera *camera) {
    uint32_t stream = 0;
    uint64_t next = 0, replugged = 0;
    pthread_mutex_lock(&camera->lock);
    while (true) {
        if (!camera->is_plugged && camera->settings.replug_after) {
            if (!replugged) replugged = now() + camera->settings.replug_after * second / 1000;
            if (now() < replugged) wait_until(camera, replugged);
            else camera->is_plugged = true;
            continue;
        }
        replugged = 0;
        if (!camera->is_streaming || camera->is_frozen) {
            pthread_cond_wait(&camera->changed, &camera->lock);
            continue;
        }
        uint64_t interval = second / camera->rate;
        // A new stream, or one that was frozen, keeps no time of before.
        if (stream != camera->stream || now() > next + 2 * interval) next = now() + interval;
        stream = camera->stream;
        if (now() < next) {
            wait_until(camera, next);
            continue;
        }
        next += interval;
        if (camera->settings.unplug_after && camera->sequence >= camera->settings.unplug_after) unplug(camera);
        else expose(camera);
        pthread_mutex_unlock(&camera->lock);
        camera->host.wake();
        pthread_mutex_lock(&camera->lock);
    }
}
