// What the camera answers. Of the V4L2 API, all that a program needs that captures through mapped buffers.
#include <errno.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "rendering.h"

static const enum v4l2_buf_type capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;

static void fill_name(void *name, size_t room, const char *text) {
    memset(name, 0, room);
    memcpy(name, text, strlen(text) < room ? strlen(text) : room - 1);
}

static int query_capability(struct v4l2_capability *out) {
    memset(out, 0, sizeof *out);
    fill_name(out->driver, sizeof out->driver, "test-camera");
    fill_name(out->card, sizeof out->card, "Test camera");
    fill_name(out->bus_info, sizeof out->bus_info, "platform:test-camera");
    out->version = 6 << 16;
    out->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT;
    out->capabilities = out->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
}

static bool find_format(const struct camera *camera, uint32_t format, size_t *index) {
    for (*index = 0; *index < camera->settings.format_count; (*index)++)
        if (camera->settings.formats[*index] == format) return true;
    return false;
}

static bool find_size(const struct camera *camera, uint32_t width, uint32_t height) {
    for (size_t i = 0; i < camera->settings.reel_count; i++) {
        struct size size = camera->settings.reels[i].size;
        if (size.width == width && size.height == height) return true;
    }
    return false;
}

static int enumerate_formats(const struct camera *camera, struct v4l2_fmtdesc *out) {
    uint32_t index = out->index;
    if (out->type != capture || index >= camera->settings.format_count) return -EINVAL;
    memset(out, 0, sizeof *out);
    out->index = index;
    out->type = capture;
    out->pixelformat = camera->settings.formats[index];
    out->flags = out->pixelformat == V4L2_PIX_FMT_MJPEG ? V4L2_FMT_FLAG_COMPRESSED : 0;
    memcpy(out->description, &out->pixelformat, 4);
    return 0;
}

static int enumerate_sizes(const struct camera *camera, struct v4l2_frmsizeenum *out) {
    size_t format;
    if (!find_format(camera, out->pixel_format, &format) || out->index >= camera->settings.reel_count) return -EINVAL;
    out->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    out->discrete.width = camera->settings.reels[out->index].size.width;
    out->discrete.height = camera->settings.reels[out->index].size.height;
    return 0;
}

static int enumerate_intervals(const struct camera *camera, struct v4l2_frmivalenum *out) {
    size_t format;
    if (!find_format(camera, out->pixel_format, &format) || !find_size(camera, out->width, out->height)) return -EINVAL;
    if (out->index >= camera->settings.rate_count) return -EINVAL;
    out->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    out->discrete = (struct v4l2_fract){1, camera->settings.rates[out->index]};
    return 0;
}

static void describe(const struct camera *camera, size_t format, size_t reel, struct v4l2_format *out) {
    struct size size = camera->settings.reels[reel].size;
    memset(out, 0, sizeof *out);
    out->type = capture;
    out->fmt.pix.width = size.width;
    out->fmt.pix.height = size.height;
    out->fmt.pix.pixelformat = camera->settings.formats[format];
    out->fmt.pix.field = V4L2_FIELD_NONE;
    out->fmt.pix.bytesperline = camera_stride(camera, format, reel);
    out->fmt.pix.sizeimage = frame_bytes(out->fmt.pix.pixelformat, size, out->fmt.pix.bytesperline);
    out->fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
    out->fmt.pix.quantization = V4L2_QUANTIZATION_FULL_RANGE;
    out->fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
}

// As drivers do: the first format instead of an unknown one, and the size that is nearest.
static int negotiate(struct camera *camera, struct v4l2_format *format, bool set) {
    if (format->type != capture) return -EINVAL;
    if (set && camera->allocated) return -EBUSY;
    size_t index, nearest = 0;
    if (!find_format(camera, format->fmt.pix.pixelformat, &index)) index = 0;
    int64_t min_distance = INT64_MAX;
    for (size_t i = 0; i < camera->settings.reel_count; i++) {
        struct size size = camera->settings.reels[i].size;
        int64_t distance = llabs((int64_t)size.width - format->fmt.pix.width) +
                           llabs((int64_t)size.height - format->fmt.pix.height);
        if (distance < min_distance) min_distance = distance, nearest = i;
    }
    describe(camera, index, nearest, format);
    if (set) camera->format = index, camera->reel = nearest;
    return 0;
}

static int parameters(struct camera *camera, struct v4l2_streamparm *out, bool set) {
    if (out->type != capture) return -EINVAL;
    struct v4l2_fract asked = out->parm.capture.timeperframe;
    if (set && camera->is_streaming) return -EBUSY;
    if (set && asked.numerator && asked.denominator) {
        uint32_t wanted = asked.denominator / asked.numerator, best = camera->settings.rates[0];
        for (size_t i = 0; i < camera->settings.rate_count; i++) {
            uint32_t rate = camera->settings.rates[i];
            if (llabs((int64_t)rate - wanted) < llabs((int64_t)best - wanted)) best = rate;
        }
        camera->rate = best;
    }
    memset(&out->parm, 0, sizeof out->parm);
    out->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    out->parm.capture.timeperframe = (struct v4l2_fract){1, camera->rate};
    out->parm.capture.readbuffers = 2;
    return 0;
}

static const struct control {
    uint32_t id;
    enum v4l2_ctrl_type type;
    const char *name;
    int32_t maximum, initial;
    const char *menu[4];
} controls[control_count] = {
    {V4L2_CID_FOCUS_AUTO, V4L2_CTRL_TYPE_BOOLEAN, "Focus, Automatic Continuous", 1, 0, {0}},
    // As webcams have it: there is no full automatic, but one with a fixed aperture.
    {V4L2_CID_EXPOSURE_AUTO, V4L2_CTRL_TYPE_MENU, "Auto Exposure", 3, 1, {0, "Manual Mode", 0, "Aperture Priority Mode"}},
    {V4L2_CID_POWER_LINE_FREQUENCY,
     V4L2_CTRL_TYPE_MENU,
     "Power Line Frequency",
     2,
     0,
     {"Disabled", "50 Hz", "60 Hz", 0}},
};

static const struct control *find_control(uint32_t id) {
    for (size_t i = 0; i < control_count; i++)
        if (controls[i].id == id) return &controls[i];
    return NULL;
}

void camera_reset_controls(struct camera *camera) {
    for (size_t i = 0; i < control_count; i++) camera->controls[i] = controls[i].initial;
}

static int query_control(struct v4l2_queryctrl *out) {
    const struct control *control = find_control(out->id);
    if (!control) return -EINVAL;
    memset(out, 0, sizeof *out);
    out->id = control->id;
    out->type = control->type;
    fill_name(out->name, sizeof out->name, control->name);
    out->maximum = control->maximum;
    out->step = 1;
    out->default_value = control->initial;
    return 0;
}

static int query_menu(struct v4l2_querymenu *out) {
    const struct control *control = find_control(out->id);
    if (!control || out->index >= 4 || !control->menu[out->index]) return -EINVAL;
    fill_name(out->name, sizeof out->name, control->menu[out->index]);
    return 0;
}

static int access_control(struct camera *camera, struct v4l2_control *control, bool set) {
    const struct control *known = find_control(control->id);
    if (!known) return -EINVAL;
    if (set && (control->value < 0 || control->value > known->maximum)) return -ERANGE;
    if (set && known->type == V4L2_CTRL_TYPE_MENU && !known->menu[control->value]) return -EINVAL;
    if (set) camera->controls[known - controls] = control->value;
    else control->value = camera->controls[known - controls];
    return 0;
}

static int enumerate_inputs(struct v4l2_input *out) {
    if (out->index) return -EINVAL;
    memset(out, 0, sizeof *out);
    fill_name(out->name, sizeof out->name, "Camera 1");
    out->type = V4L2_INPUT_TYPE_CAMERA;
    return 0;
}

static int request_buffers(struct camera *camera, uint64_t user, struct v4l2_requestbuffers *request) {
    if (request->type != capture || request->memory != V4L2_MEMORY_MMAP) return -EINVAL;
    if (camera->owner && camera->owner != user) return -EBUSY;
    request->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
    if (!request->count) {
        camera_stop(camera);
        camera->owner = 0;
        camera->allocated = 0;
        return 0;
    }
    if (camera->is_streaming) return -EBUSY;
    if (request->count < 2) request->count = 2;
    if (request->count > buffer_count) request->count = buffer_count;
    camera_stop(camera);
    camera->owner = user;
    camera->allocated = request->count;
    return 0;
}

static void describe_buffer(const struct camera *camera, uint32_t index, struct v4l2_buffer *out) {
    const struct buffer *buffer = &camera->buffers[index];
    memset(out, 0, sizeof *out);
    out->index = index;
    out->type = capture;
    out->memory = V4L2_MEMORY_MMAP;
    out->length = camera->place;
    out->m.offset = index * camera->place;
    out->bytesused = buffer->used;
    out->timestamp = buffer->time;
    out->sequence = buffer->sequence;
    out->field = V4L2_FIELD_NONE;
    out->flags = V4L2_BUF_FLAG_MAPPED | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | buffer->flags;
    if (buffer->state == queued) out->flags |= V4L2_BUF_FLAG_QUEUED;
    if (buffer->state == filled) out->flags |= V4L2_BUF_FLAG_DONE;
}

static int queue_buffer(struct camera *camera, uint64_t user, struct v4l2_buffer *buffer) {
    if (camera->owner != user) return camera->owner ? -EBUSY : -EINVAL;
    if (buffer->type != capture || buffer->memory != V4L2_MEMORY_MMAP || buffer->index >= camera->allocated)
        return -EINVAL;
    if (camera->buffers[buffer->index].state != with_user) return -EINVAL;
    camera->buffers[buffer->index].state = queued;
    camera->buffers[buffer->index].flags = 0;
    fifo_push(&camera->queue, buffer->index);
    describe_buffer(camera, buffer->index, buffer);
    return 0;
}

static int dequeue_buffer(struct camera *camera, uint64_t user, struct v4l2_buffer *buffer) {
    if (camera->owner != user) return camera->owner ? -EBUSY : -EINVAL;
    if (buffer->type != capture || !camera->is_streaming) return -EINVAL;
    uint32_t index;
    if (!fifo_pop(&camera->done, &index)) return -EAGAIN;
    if (camera->buffers[index].error) {
        // As drivers may: the buffer stays with them.
        camera->buffers[index].state = queued;
        fifo_push(&camera->queue, index);
        return -camera->buffers[index].error;
    }
    camera->buffers[index].state = with_user;
    describe_buffer(camera, index, buffer);
    return 0;
}

static int stream(struct camera *camera, uint64_t user, int type, bool on) {
    if (camera->owner && camera->owner != user) return -EBUSY;
    if (type != (int)capture || (on && !camera->allocated)) return -EINVAL;
    if (on) camera_start(camera);
    else camera_stop(camera);
    return 0;
}

static int answer(struct camera *camera, uint64_t user, unsigned long request, void *argument) {
    switch (request) {
    case VIDIOC_QUERYCAP: return query_capability(argument);
    case VIDIOC_ENUM_FMT: return enumerate_formats(camera, argument);
    case VIDIOC_ENUM_FRAMESIZES: return enumerate_sizes(camera, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS: return enumerate_intervals(camera, argument);
    case VIDIOC_G_FMT:
        if (*(uint32_t *)argument != capture) return -EINVAL;
        describe(camera, camera->format, camera->reel, argument);
        return 0;
    case VIDIOC_TRY_FMT: return negotiate(camera, argument, false);
    case VIDIOC_S_FMT: return negotiate(camera, argument, true);
    case VIDIOC_G_PARM: return parameters(camera, argument, false);
    case VIDIOC_S_PARM: return parameters(camera, argument, true);
    case VIDIOC_QUERYCTRL: return query_control(argument);
    case VIDIOC_QUERYMENU: return query_menu(argument);
    case VIDIOC_G_CTRL: return access_control(camera, argument, false);
    case VIDIOC_S_CTRL: return access_control(camera, argument, true);
    case VIDIOC_ENUMINPUT: return enumerate_inputs(argument);
    case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
    case VIDIOC_S_INPUT: return *(int *)argument ? -EINVAL : 0;
    case VIDIOC_G_PRIORITY: *(int *)argument = V4L2_PRIORITY_DEFAULT; return 0;
    case VIDIOC_S_PRIORITY: return 0;
    case VIDIOC_REQBUFS: return request_buffers(camera, user, argument);
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *buffer = argument;
        if (buffer->type != capture || buffer->index >= camera->allocated) return -EINVAL;
        describe_buffer(camera, buffer->index, buffer);
        return 0;
    }
    case VIDIOC_QBUF: return queue_buffer(camera, user, argument);
    case VIDIOC_DQBUF: return dequeue_buffer(camera, user, argument);
    case VIDIOC_STREAMON: return stream(camera, user, *(int *)argument, true);
    case VIDIOC_STREAMOFF: return stream(camera, user, *(int *)argument, false);
    default: return -ENOTTY;
    }
}

int camera_ioctl(struct camera *camera, uint64_t user, unsigned long request, void *argument) {
    pthread_mutex_lock(&camera->lock);
    int result = user < camera->first_user ? -ENODEV : answer(camera, user, request, argument);
    pthread_mutex_unlock(&camera->lock);
    return result;
}
