// test-camera: a camera for tests, on a machine without one.
#include <errno.h>
#include <getopt.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_file.h"
#include "rendering.h"

static const char usage[] =
    "usage: test-camera [options] DEVICE PICTURE|FOLDER|FILM...\n"
    "Shows pictures, or films in YUV4MPEG2, as a V4L2 capture device at the path DEVICE, until it is ended by a\n"
    "signal or DEVICE is unmounted. Says \"ready DEVICE\" when it can be opened. Each stream begins with the first\n"
    "picture, and after the last comes the first again.\n"
    "  --format F,F     pixel formats: YUYV, UYVY, NV12, YU12, GREY, MJPG (the default is these six) or RGB3\n"
    "  --size WxH,WxH   sizes of pictures; 1280x720. A film has its own\n"
    "  --fps N,N        frames a second, the default first; 30\n"
    "  --hold N         frames for which each picture is shown; 1\n"
    "  --padding N      bytes after each line of a raw format; 0\n"
    "  --unplug-after N    frames of a stream after which the camera is unplugged\n"
    "  --replug-after MS   plugs it in again so many milliseconds later\n"
    "  --short-every N, --corrupt-every N, --error-every N\n"
    "                   every Nth frame is cut off, marked as damaged, or an error (EIO)\n"
    "  --control        reads from standard input, a line each: unplug, plug, freeze, thaw, next, deny, short, corrupt, error\n"
    "                   (the last three for the next frame); ends when standard input does\n";

static struct camera camera;
static struct settings settings;
static struct size sizes[8];
static size_t size_count;

static bool fail(const char *option, const char *value) {
    fprintf(stderr, "test-camera: --%s cannot be %s\n%s", option, value, usage);
    return false;
}

static bool read_number(const char *option, const char *value, uint32_t *out) {
    char *end;
    unsigned long number = strtoul(value, &end, 10);
    *out = (uint32_t)number;
    return *value && !*end && number <= 1000000 ? true : fail(option, value);
}

static bool add_format(const char *name) {
    uint32_t format = strlen(name) == 4 ? v4l2_fourcc(name[0], name[1], name[2], name[3]) : 0;
    if (!can_render(format) || settings.format_count == max_formats) return fail("format", name);
    settings.formats[settings.format_count++] = format;
    return true;
}

static bool add_size(const char *text) {
    struct size size;
    char rest;
    bool fine = sscanf(text, "%ux%u%c", &size.width, &size.height, &rest) == 2 && size.width && size.height &&
                size.width <= 8192 && size.height <= 8192 && size_count < sizeof sizes / sizeof *sizes;
    if (!fine) return fail("size", text);
    sizes[size_count++] = size;
    return true;
}

static bool add_rate(const char *text) {
    if (settings.rate_count == max_rates || !read_number("fps", text, &settings.rates[settings.rate_count]))
        return false;
    return settings.rates[settings.rate_count++] ? true : fail("fps", text);
}

static bool each(char *list, bool (*add)(const char *)) {
    for (char *word = strtok(list, ","); word; word = strtok(NULL, ","))
        if (!add(word)) return false;
    return true;
}

enum {
    with_format = 1, with_size, with_fps, with_hold, with_padding, with_unplug, with_replug, with_short, with_corrupt,
    with_error, with_control, with_help,
};

static const struct option options[] = {
    {"format", 1, 0, with_format},
    {"size", 1, 0, with_size},
    {"fps", 1, 0, with_fps},
    {"hold", 1, 0, with_hold},
    {"padding", 1, 0, with_padding},
    {"unplug-after", 1, 0, with_unplug},
    {"replug-after", 1, 0, with_replug},
    {"short-every", 1, 0, with_short},
    {"corrupt-every", 1, 0, with_corrupt},
    {"error-every", 1, 0, with_error},
    {"control", 0, 0, with_control},
    {"help", 0, 0, with_help},
    {0, 0, 0, 0},
};

static bool is_controlled;

static bool read_option(int option, const char *name) {
    switch (option) {
    case with_format: return each(optarg, add_format);
    case with_size: return each(optarg, add_size);
    case with_fps: return each(optarg, add_rate);
    case with_hold: return read_number(name, optarg, &settings.hold) && (settings.hold || fail(name, optarg));
    case with_padding: return read_number(name, optarg, &settings.padding);
    case with_unplug: return read_number(name, optarg, &settings.unplug_after);
    case with_replug: return read_number(name, optarg, &settings.replug_after);
    case with_short: return read_number(name, optarg, &settings.short_every);
    case with_corrupt: return read_number(name, optarg, &settings.corrupt_every);
    case with_error: return read_number(name, optarg, &settings.error_every);
    case with_control: is_controlled = true; return true;
    default: return false;
    }
}

static void add_reel(struct reel reel) {
    settings.reels = realloc(settings.reels, (settings.reel_count + 1) * sizeof *settings.reels);
    if (!settings.reels) abort();
    settings.reels[settings.reel_count++] = reel;
}

// Pictures make one reel for each size, each film makes one of its own.
static bool load(char **paths) {
    bool has_pictures = false;
    for (char **path = paths; *path; path++) {
        struct reel film = {0};
        if (!is_film(*path)) has_pictures = true;
        else if (reel_open_film(&film, *path)) add_reel(film);
        else return false;
    }
    for (size_t i = 0; has_pictures && i < size_count; i++) {
        struct reel reel = {.size = sizes[i]};
        for (char **path = paths; *path; path++)
            if (!is_film(*path) && !reel_add_pictures(&reel, *path)) return false;
        add_reel(reel);
    }
    return true;
}

static void *run(void *argument) {
    camera_run(argument);
    return NULL;
}

static void *obey(void *argument) {
    (void)argument;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!camera_command(&camera, line)) fprintf(stderr, "test-camera: there is no command %s\n", line);
    }
    device_file_end();
    return NULL;
}

int main(int count, char **arguments) {
    settings.hold = 1;
    int index, option;
    while ((option = getopt_long(count, arguments, "", options, &index)) != -1) {
        if (option == with_help) return fputs(usage, stdout) < 0;
        if (option == '?' || !read_option(option, options[index].name)) return 64;
    }
    if (count - optind < 2) return fputs(usage, stderr), 64;
    if (!settings.format_count) {
        char all[] = "YUYV,UYVY,NV12,YU12,GREY,MJPG";
        each(all, add_format);
    }
    if (!size_count) add_size("1280x720");
    if (!settings.rate_count) add_rate("30");
    const char *path = arguments[optind];
    if (!load(arguments + optind + 1)) return 66;
    camera_init(&camera, settings, device_file_host);
    if (!device_file_mount(&camera, path)) return 69;
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, &camera)) return 70;
    if (is_controlled && pthread_create(&thread, NULL, obey, NULL)) return 70;
    printf("ready %s\n", path);
    fflush(stdout);
    device_file_serve();
    return 0;
}
