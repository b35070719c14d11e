#include "rendering.h"

#include <leptonica/allheaders.h>
#include <linux/videodev2.h>
#include <string.h>

// JPEG files of a camera are of about this quality.
enum { jpeg_quality = 90 };

bool can_render(uint32_t format) {
    switch (format) {
    case V4L2_PIX_FMT_YUYV:
    case V4L2_PIX_FMT_UYVY:
    case V4L2_PIX_FMT_NV12:
    case V4L2_PIX_FMT_YUV420:
    case V4L2_PIX_FMT_GREY:
    case V4L2_PIX_FMT_MJPEG:
    case V4L2_PIX_FMT_RGB24: return true;
    default: return false;
    }
}

uint32_t line_bytes(uint32_t format, struct size size) {
    switch (format) {
    case V4L2_PIX_FMT_YUYV:
    case V4L2_PIX_FMT_UYVY: return 4 * half(size.width);
    case V4L2_PIX_FMT_RGB24: return 3 * size.width;
    case V4L2_PIX_FMT_MJPEG: return 0;
    default: return size.width;
    }
}

uint32_t frame_bytes(uint32_t format, struct size size, uint32_t stride) {
    switch (format) {
    case V4L2_PIX_FMT_NV12: return stride * size.height + 2 * half(stride) * half(size.height);
    case V4L2_PIX_FMT_YUV420: return stride * size.height + 2 * half(stride) * half(size.height);
    case V4L2_PIX_FMT_MJPEG: return 2 * size.width * size.height + 4096;
    default: return stride * size.height;
    }
}

struct yuv {
    uint8_t y, u, v;
};

static inline struct yuv pixel(struct picture picture, struct size size, size_t x, size_t y) {
    struct yuv value = {picture.luma[y * size.width + x], 128, 128};
    if (picture.chroma) {
        size_t plane = (size_t)half(size.width) * half(size.height), at = y / 2 * half(size.width) + x / 2;
        value.u = picture.chroma[at];
        value.v = picture.chroma[plane + at];
    }
    return value;
}

static uint8_t clamped(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

// ITU-R BT.601 in full range, in 16 bits after the point.
static void color(struct yuv from, uint8_t *red, uint8_t *green, uint8_t *blue) {
    int32_t y = (from.y << 16) + 32768, u = from.u - 128, v = from.v - 128;
    *red = clamped((y + 91881 * v) >> 16);
    *green = clamped((y - 22554 * u - 46802 * v) >> 16);
    *blue = clamped((y + 116130 * u) >> 16);
}

static void render_packed(struct picture picture, struct size size, bool luma_first, uint32_t stride, uint8_t *out) {
    for (size_t y = 0; y < size.height; y++) {
        for (size_t x = 0; x < size.width; x += 2) {
            struct yuv left = pixel(picture, size, x, y);
            uint8_t right = x + 1 < size.width ? picture.luma[y * size.width + x + 1] : left.y;
            uint8_t *to = out + y * stride + 2 * x;
            to[luma_first ? 0 : 1] = left.y;
            to[luma_first ? 2 : 3] = right;
            to[luma_first ? 1 : 0] = left.u;
            to[luma_first ? 3 : 2] = left.v;
        }
    }
}

static void render_planar(struct picture picture, struct size size, bool interleaved, uint32_t stride, uint8_t *out) {
    uint8_t *chroma = out + (size_t)stride * size.height;
    size_t across = half(size.width), down = half(size.height), line = half(stride);
    for (size_t y = 0; y < down; y++) {
        for (size_t x = 0; x < across; x++) {
            struct yuv value = pixel(picture, size, 2 * x, 2 * y);
            uint8_t *u = interleaved ? chroma + y * 2 * line + 2 * x : chroma + y * line + x;
            *u = value.u;
            *(interleaved ? u + 1 : u + line * down) = value.v;
        }
    }
}

static void render_luma(struct picture picture, struct size size, uint32_t stride, uint8_t *out) {
    for (size_t y = 0; y < size.height; y++)
        memcpy(out + y * stride, picture.luma + y * size.width, size.width);
}

static void render_rgb(struct picture picture, struct size size, uint32_t stride, uint8_t *out) {
    for (size_t y = 0; y < size.height; y++) {
        for (size_t x = 0; x < size.width; x++) {
            uint8_t *to = out + y * stride + 3 * x;
            color(pixel(picture, size, x, y), to, to + 1, to + 2);
        }
    }
}

static uint32_t render_jpeg(struct picture picture, struct size size, uint8_t *out) {
    PIX *page = pixCreate((int)size.width, (int)size.height, 32);
    if (!page) return 0;
    for (size_t y = 0; y < size.height; y++) {
        uint32_t *row = pixGetData(page) + y * pixGetWpl(page);
        for (size_t x = 0; x < size.width; x++) {
            uint8_t red, green, blue;
            color(pixel(picture, size, x, y), &red, &green, &blue);
            row[x] = (uint32_t)red << 24 | (uint32_t)green << 16 | (uint32_t)blue << 8;
        }
    }
    uint8_t *bytes = NULL;
    size_t count = 0;
    bool fits = !pixWriteMemJpeg(&bytes, &count, page, jpeg_quality, 0) && count <= frame_bytes(V4L2_PIX_FMT_MJPEG, size, 0);
    if (fits) memcpy(out, bytes, count);
    lept_free(bytes);
    pixDestroy(&page);
    return fits ? (uint32_t)count : 0;
}

uint32_t render(struct picture picture, struct size size, uint32_t format, uint32_t stride, uint8_t *buffer) {
    switch (format) {
    case V4L2_PIX_FMT_YUYV: render_packed(picture, size, true, stride, buffer); break;
    case V4L2_PIX_FMT_UYVY: render_packed(picture, size, false, stride, buffer); break;
    case V4L2_PIX_FMT_RGB24: render_rgb(picture, size, stride, buffer); break;
    case V4L2_PIX_FMT_MJPEG: return render_jpeg(picture, size, buffer);
    case V4L2_PIX_FMT_NV12:
    case V4L2_PIX_FMT_YUV420:
        render_planar(picture, size, format == V4L2_PIX_FMT_NV12, stride, buffer);
        render_luma(picture, size, stride, buffer);
        break;
    default: render_luma(picture, size, stride, buffer);
    }
    return frame_bytes(format, size, stride);
}
