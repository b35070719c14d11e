// Frames as a camera sends them.
#ifndef RENDERING_H
#define RENDERING_H

#include "pictures.h"

// Whether pictures can be rendered in that V4L2 pixel format: YUYV, UYVY, NV12, YU12, GREY, MJPG and RGB3.
bool can_render(uint32_t format);

// Bytes of one line of the first plane, without padding; 0 for compressed formats.
uint32_t line_bytes(uint32_t format, struct size size);

// Bytes that a buffer for one frame needs; lines of raw formats are `stride` bytes apart.
uint32_t frame_bytes(uint32_t format, struct size size, uint32_t stride);

// Renders a picture into a buffer of `frame_bytes`. Returns how many of them are used, 0 when it does not fit.
uint32_t render(struct picture picture, struct size size, uint32_t format, uint32_t stride, uint8_t *buffer);

#endif
