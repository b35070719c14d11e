// What a camera of the USB Video Class says of itself. USB Device Class Definition for Video Devices 1.1.
#ifndef VIDEO_CLASS_H
#define VIDEO_CLASS_H

#include "../TestCamera/Device/pictures.h"

enum { format_count = 2, bulk_endpoint = 1, payload_size = 16384, control_size = 34, max_sizes = 4 };

// The pixel formats, in the order of their descriptors: V4L2's MJPG and YUYV.
extern const uint32_t stream_formats[format_count];

// Frames a second, the default first.
extern const uint32_t stream_rates[2];

struct description {
    uint8_t bytes[1024];
    size_t count;
};

// The device descriptor, and the configuration with one frame descriptor for each size and format.
struct description device_description(void);
struct description configuration(const struct size *sizes, size_t size_count);

// The string descriptor of that number; no bytes when there is none.
struct description string_description(uint8_t number);

// The video probe and commit controls, 4.3.1.1.
struct probe {
    // From 0.
    size_t format, size;
    // Units of 100 nanoseconds.
    uint32_t interval;
};

struct probe read_probe(const uint8_t *bytes, size_t count, size_t size_count);
void write_probe(struct probe probe, const struct size *sizes, uint8_t *bytes);

#endif
