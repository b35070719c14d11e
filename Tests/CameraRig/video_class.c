#include "video_class.h"

#include <linux/videodev2.h>
#include <string.h>

#include "../TestCamera/Device/rendering.h"

const uint32_t stream_formats[format_count] = {V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_YUYV};
const uint32_t stream_rates[2] = {30, 15};

static const uint32_t units_a_second = 10000000, clock_frequency = 48000000;

static void put(struct description *out, uint32_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) out->bytes[out->count++] = (uint8_t)(value >> 8 * i);
}

static void put_all(struct description *out, const void *bytes, size_t count) {
    memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void set_total(struct description *out, size_t at, size_t from) {
    size_t total = out->count - from;
    out->bytes[at] = (uint8_t)total;
    out->bytes[at + 1] = (uint8_t)(total >> 8);
}

struct description device_description(void) {
    // USB 2.0, a device of several interfaces that belong together (class 0xEF), made by nobody.
    static const uint8_t bytes[] = {18, 1, 0x00, 0x02, 0xEF, 2, 1, 64, 0x6B, 0x1D, 0x02, 0x01, 0, 1, 1, 2, 3, 1};
    struct description out = {0};
    put_all(&out, bytes, sizeof bytes);
    return out;
}

struct description string_description(uint8_t number) {
    static const char *const texts[] = {NULL, "mrz-scan", "Test camera", "0001"};
    struct description out = {0};
    if (number >= sizeof texts / sizeof *texts) return out;
    const char *text = texts[number];
    put(&out, (uint32_t)(text ? 2 + 2 * strlen(text) : 4), 1);
    put(&out, 3, 1);
    // Number 0 lists the languages: English of the United States.
    if (!text) put(&out, 0x0409, 2);
    for (const char *at = text; at && *at; at++) put(&out, (uint8_t)*at, 2);
    return out;
}

// Camera terminal, output terminal, nothing between. 3.7.2.
static void put_control_interface(struct description *out) {
    static const uint8_t interface[] = {9, 4, 0, 0, 0, 0x0E, 1, 0, 2};
    static const uint8_t camera[] = {18, 0x24, 2, 1, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0};
    static const uint8_t output[] = {9, 0x24, 3, 2, 0x01, 0x01, 0, 1, 0};
    put_all(out, interface, sizeof interface);
    size_t header = out->count;
    put(out, 13, 1), put(out, 0x24, 1), put(out, 1, 1), put(out, 0x0110, 2), put(out, 0, 2);
    put(out, clock_frequency, 4), put(out, 1, 1), put(out, 1, 1);
    put_all(out, camera, sizeof camera);
    put_all(out, output, sizeof output);
    set_total(out, header + 5, header);
}

static void put_frame(struct description *out, size_t format, uint32_t number, struct size size) {
    enum { rates = sizeof stream_rates / sizeof *stream_rates };
    uint32_t bytes = 2 * size.width * size.height;
    put(out, 26 + 4 * rates, 1), put(out, 0x24, 1), put(out, format ? 5 : 7, 1), put(out, number, 1), put(out, 0, 1);
    put(out, size.width, 2), put(out, size.height, 2);
    put(out, bytes * 8 * stream_rates[1], 4), put(out, bytes * 8 * stream_rates[0], 4), put(out, bytes, 4);
    put(out, units_a_second / stream_rates[0], 4), put(out, rates, 1);
    for (size_t i = 0; i < rates; i++) put(out, units_a_second / stream_rates[i], 4);
}

static void put_format(struct description *out, size_t format, const struct size *sizes, size_t size_count) {
    static const uint8_t yuy2[] = {'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};
    static const uint8_t colors[] = {6, 0x24, 0x0D, 1, 1, 4};
    put(out, format ? 27 : 11, 1), put(out, 0x24, 1), put(out, format ? 4 : 6, 1), put(out, (uint32_t)format + 1, 1);
    put(out, (uint32_t)size_count, 1);
    // Uncompressed formats have a name and the bits of a pixel, Motion JPEG has flags.
    if (format) put_all(out, yuy2, sizeof yuy2), put(out, 16, 1);
    else put(out, 1, 1);
    put(out, 1, 1), put(out, 0, 4);
    for (size_t i = 0; i < size_count; i++) put_frame(out, format, (uint32_t)i + 1, sizes[i]);
    put_all(out, colors, sizeof colors);
}

static void put_streaming_interface(struct description *out, const struct size *sizes, size_t size_count) {
    static const uint8_t interface[] = {9, 4, 1, 0, 1, 0x0E, 2, 0, 0};
    static const uint8_t endpoint[] = {7, 5, 0x80 | bulk_endpoint, 2, 0x00, 0x02, 0};
    put_all(out, interface, sizeof interface);
    size_t header = out->count;
    put(out, 13 + format_count, 1), put(out, 0x24, 1), put(out, 1, 1), put(out, format_count, 1), put(out, 0, 2);
    put(out, 0x80 | bulk_endpoint, 1), put(out, 0, 1), put(out, 2, 1), put(out, 0, 3), put(out, 1, 1);
    put(out, 0, format_count);
    for (size_t format = 0; format < format_count; format++) put_format(out, format, sizes, size_count);
    set_total(out, header + 4, header);
    put_all(out, endpoint, sizeof endpoint);
}

struct description configuration(const struct size *sizes, size_t size_count) {
    static const uint8_t start[] = {9, 2, 0, 0, 2, 1, 0, 0x80, 250};
    static const uint8_t association[] = {8, 0x0B, 0, 2, 0x0E, 3, 0, 2};
    struct description out = {0};
    put_all(&out, start, sizeof start);
    put_all(&out, association, sizeof association);
    put_control_interface(&out);
    put_streaming_interface(&out, sizes, size_count);
    set_total(&out, 2, 0);
    return out;
}

static uint32_t number(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

struct probe read_probe(const uint8_t *bytes, size_t count, size_t size_count) {
    struct probe probe = {.interval = units_a_second / stream_rates[0]};
    if (count < 8) return probe;
    if (bytes[2] >= 1 && bytes[2] <= format_count) probe.format = bytes[2] - 1;
    if (bytes[3] >= 1 && bytes[3] <= size_count) probe.size = bytes[3] - 1;
    for (size_t i = 0; i < sizeof stream_rates / sizeof *stream_rates; i++)
        if (number(bytes + 4) == units_a_second / stream_rates[i]) probe.interval = number(bytes + 4);
    return probe;
}

void write_probe(struct probe probe, const struct size *sizes, uint8_t *bytes) {
    struct description out = {0};
    struct size size = sizes[probe.size];
    put(&out, 1, 2), put(&out, (uint32_t)probe.format + 1, 1), put(&out, (uint32_t)probe.size + 1, 1);
    put(&out, probe.interval, 4), put(&out, 0, 10);
    put(&out, frame_bytes(stream_formats[probe.format], size, line_bytes(stream_formats[probe.format], size)), 4);
    put(&out, payload_size, 4), put(&out, clock_frequency, 4);
    // Frame identifiers and ends of frames are marked; version 1 of the only payload there is.
    put(&out, 3, 1), put(&out, 1, 1), put(&out, 1, 1), put(&out, 1, 1);
    memcpy(bytes, out.bytes, control_size);
}
