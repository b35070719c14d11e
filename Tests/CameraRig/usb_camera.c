// usb-camera: a webcam that is plugged into the kernel it runs under, by USB/IP over a pair of sockets, so that the
// kernel's own uvcvideo makes a device of it. Needs the driver vhci_hcd, and root.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../TestCamera/Device/rendering.h"
#include "video_class.h"

enum { max_transfers = 256, command_submit = 1, command_unlink = 2, answer_submit = 3, answer_unlink = 4 };

// Documentation/usb/usbip_protocol.rst; all numbers are big-endian.
struct message {
    uint32_t command, number, device, direction, endpoint;
    union {
        struct {
            uint32_t flags, length, start, packets, interval;
            uint8_t setup[8];
        } submit;
        struct {
            uint32_t status, length, start, packets, errors, padding[2];
        } submitted;
        struct {
            uint32_t number, padding[6];
        } unlink;
        struct {
            uint32_t status, padding[6];
        } unlinked;
    };
};

struct rendered {
    uint8_t *bytes;
    uint32_t count;
};

static struct reel reels[max_sizes];
static struct size sizes[max_sizes];
static size_t size_count;
static struct probe probe, committed;
static int host;

// Transfers of the bulk endpoint that wait for data.
static struct {
    uint32_t number, length;
} transfers[max_transfers];
static size_t transfer_count;

static struct {
    bool is_on, is_sending;
    // Of the frame that is being sent.
    size_t offset;
    uint8_t identifier;
    uint32_t sequence;
    uint64_t next;
    struct rendered *frames;
} stream;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void receive(void *bytes, size_t count) {
    for (size_t got = 0; got < count;) {
        ssize_t step = read(host, (uint8_t *)bytes + got, count - got);
        if (step > 0) got += (size_t)step;
        else if (step == 0 || errno != EINTR) exit(0);
    }
}

static void transmit(const void *bytes, size_t count) {
    for (size_t sent = 0; sent < count;) {
        ssize_t step = write(host, (const uint8_t *)bytes + sent, count - sent);
        if (step > 0) sent += (size_t)step;
        else if (step == 0 || errno != EINTR) exit(0);
    }
}

// Ends a transfer; `number` is as it came. `bytes` is NULL for one that the kernel sent.
static void finish(uint32_t number, int status, const void *bytes, uint32_t count) {
    struct message message = {.command = htonl(answer_submit), .number = number};
    message.submitted.status = htonl((uint32_t)status);
    message.submitted.length = htonl(count);
    transmit(&message, sizeof message);
    if (bytes) transmit(bytes, count);
}

static void start_stream(void) {
    stream.frames = calloc(reels[committed.size].count, sizeof *stream.frames);
    stream.is_on = stream.frames;
    stream.is_sending = false;
    stream.sequence = 0;
    stream.next = now();
}

// The frame to send. Rendered when it is first sent: the driver does not wait long for an answer to its commit.
static struct rendered *current_frame(void) {
    struct reel *reel = &reels[committed.size];
    size_t number = stream.sequence % reel->count;
    struct rendered *frame = &stream.frames[number];
    if (frame->bytes) return frame;
    uint32_t format = stream_formats[committed.format], line = line_bytes(format, reel->size);
    frame->bytes = malloc(frame_bytes(format, reel->size, line));
    if (!frame->bytes) exit(70);
    frame->count = render(reel->pictures[number], reel->size, format, line, frame->bytes);
    return frame;
}

static void stop_stream(void) {
    for (size_t i = 0; stream.frames && i < reels[committed.size].count; i++) free(stream.frames[i].bytes);
    free(stream.frames);
    stream.frames = NULL;
    stream.is_on = stream.is_sending = false;
}

static void drop_transfer(size_t index) {
    memmove(transfers + index, transfers + index + 1, (--transfer_count - index) * sizeof *transfers);
}

// Sends as much of a frame as the kernel has asked for, each piece with the header of its payload. 2.4.3.
static void send_frame(void) {
    uint64_t time = now(), interval = (uint64_t)committed.interval * 100;
    if (!stream.is_sending && transfer_count && time >= stream.next) {
        stream.is_sending = true;
        stream.offset = 0;
        stream.identifier ^= 1;
        stream.next = time > stream.next + 2 * interval ? time + interval : stream.next + interval;
    }
    struct rendered *frame = current_frame();
    while (stream.is_sending && transfer_count) {
        static uint8_t payload[payload_size];
        size_t room = (transfers[0].length < payload_size ? transfers[0].length : payload_size) - 2;
        size_t rest = frame->count - stream.offset, count = rest < room ? rest : room;
        bool is_last = count == rest;
        payload[0] = 2;
        payload[1] = (uint8_t)(0x80 | stream.identifier | (is_last ? 2 : 0));
        memcpy(payload + 2, frame->bytes + stream.offset, count);
        finish(transfers[0].number, 0, payload, (uint32_t)count + 2);
        drop_transfer(0);
        stream.offset += count;
        if (!is_last) continue;
        stream.is_sending = false;
        stream.sequence++;
    }
}

static void unlink_transfer(const struct message *message) {
    bool is_found = false;
    for (size_t i = 0; i < transfer_count && !is_found; i++) {
        is_found = transfers[i].number == message->unlink.number;
        if (is_found) drop_transfer(i);
    }
    struct message answer = {.command = htonl(answer_unlink), .number = message->number};
    answer.unlinked.status = htonl((uint32_t)(is_found ? -ECONNRESET : 0));
    transmit(&answer, sizeof answer);
    // When the driver takes back all that it has asked for it wants no more.
    if (is_found && !transfer_count && stream.is_on) stop_stream();
}

// The probe and commit controls of the streaming interface. False for other requests.
static bool control_stream(const uint8_t *setup, const uint8_t *data, size_t count, struct description *out) {
    enum { set = 0x01, get_first = 0x81, get_last = 0x87, get_length = 0x85, get_info = 0x86 };
    uint8_t selector = setup[3];
    if ((setup[0] & 0x7F) != 0x21 || setup[4] != 1 || selector < 1 || selector > 2) return false;
    struct probe *chosen = selector == 1 ? &probe : &committed;
    if (setup[1] == set) {
        if (stream.is_on && selector == 2) stop_stream();
        *chosen = read_probe(data, count, size_count);
        if (selector == 2) start_stream();
    } else if (setup[1] == get_length) {
        out->bytes[0] = control_size;
        out->count = 2;
    } else if (setup[1] == get_info) {
        out->bytes[0] = 3;
        out->count = 1;
    } else if (setup[1] >= get_first && setup[1] <= get_last) {
        write_probe(*chosen, sizes, out->bytes);
        out->count = control_size;
    } else {
        return false;
    }
    return true;
}

// The requests that every device answers. USB 2.0, 9.4. False for others.
static bool control_device(const uint8_t *setup, struct description *out) {
    enum { to_device = 0x00, to_host = 0x80, clear_feature = 1, get_status = 0, get_descriptor = 6, get_configuration = 8 };
    if ((setup[0] & 0x60) != 0) return false;
    if (!(setup[0] & to_host)) {
        // Clearing a halt of its endpoint is how the driver stops a bulk stream.
        if (setup[0] == 2 && setup[1] == clear_feature && stream.is_on) stop_stream();
        return true;
    }
    if (setup[1] == get_status) {
        out->count = 2;
    } else if (setup[1] == get_configuration) {
        out->bytes[0] = 1;
        out->count = 1;
    } else if (setup[1] == get_descriptor) {
        switch (setup[3]) {
        case 1: *out = device_description(); break;
        case 2: *out = configuration(sizes, size_count); break;
        case 3: *out = string_description(setup[2]); break;
        }
    }
    return out->count;
}

static void submit(const struct message *message) {
    uint32_t length = ntohl(message->submit.length);
    bool to_host = ntohl(message->direction);
    uint8_t data[4096];
    if (!to_host && length > sizeof data) exit(1);
    if (!to_host) receive(data, length);
    if (ntohl(message->endpoint)) {
        if (transfer_count == max_transfers || length < 3) {
            finish(message->number, -EPIPE, NULL, 0);
        } else {
            transfers[transfer_count].number = message->number;
            transfers[transfer_count++].length = length;
        }
        return;
    }
    struct description out = {0};
    bool is_granted = control_stream(message->submit.setup, data, to_host ? 0 : length, &out)
                      || control_device(message->submit.setup, &out);
    uint32_t count = !to_host ? length : out.count < length ? (uint32_t)out.count : length;
    finish(message->number, is_granted ? 0 : -EPIPE, to_host && is_granted ? out.bytes : NULL, is_granted ? count : 0);
}

// Milliseconds until the next frame is due; -1 while the kernel has to speak first.
static int patience(void) {
    if (!stream.is_on || stream.is_sending || !transfer_count) return -1;
    uint64_t time = now();
    return time >= stream.next ? 0 : (int)((stream.next - time) / 1000000) + 1;
}

static bool plug_in(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return false;
    host = pair[0];
    int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    if (attach < 0) return false;
    // Port, socket, an identifier, and high speed.
    bool fine = dprintf(attach, "0 %d %d 3", pair[1], 0x10002) > 0;
    close(attach);
    close(pair[1]);
    return fine;
}

int main(int count, char **arguments) {
    if (count < 3) return fputs("usage: usb-camera WxH[,WxH...] PICTURE|FOLDER\n", stderr), 64;
    for (char *word = strtok(arguments[1], ","); word && size_count < max_sizes; word = strtok(NULL, ",")) {
        struct reel *reel = &reels[size_count];
        if (sscanf(word, "%ux%u", &reel->size.width, &reel->size.height) != 2) return 64;
        sizes[size_count++] = reel->size;
        if (!reel_add_pictures(reel, arguments[2])) return 66;
    }
    committed = probe = read_probe(NULL, 0, size_count);
    if (!plug_in()) return perror("usb-camera: no vhci_hcd to plug into"), 69;
    while (true) {
        if (stream.is_on) send_frame();
        struct pollfd poll_host = {.fd = host, .events = POLLIN};
        if (poll(&poll_host, 1, patience()) <= 0) continue;
        struct message message;
        receive(&message, sizeof message);
        uint32_t command = ntohl(message.command);
        if (command == command_submit) submit(&message);
        else if (command == command_unlink) unlink_transfer(&message);
        else return 1;
    }
}
