#include "pictures.h"

#include <dirent.h>
#include <fcntl.h>
#include <leptonica/allheaders.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void append(struct reel *reel, struct picture picture) {
    reel->pictures = realloc(reel->pictures, (reel->count + 1) * sizeof *reel->pictures);
    if (!reel->pictures) abort();
    reel->pictures[reel->count++] = picture;
}

// Centres `source` on gray, as large as it fits.
static PIX *fitted(PIX *source, struct size size) {
    PIX *color = pixConvertTo32(source);
    if (!color) return NULL;
    double across = (double)size.width / pixGetWidth(color), down = (double)size.height / pixGetHeight(color);
    double scale = across < down ? across : down;
    PIX *scaled = scale == 1 ? pixClone(color) : pixScale(color, scale, scale);
    pixDestroy(&color);
    PIX *page = pixCreate(size.width, size.height, 32);
    if (scaled && page) {
        pixSetAllArbitrary(page, 0x80808000);
        int width = pixGetWidth(scaled), height = pixGetHeight(scaled);
        pixRasterop(page, ((int)size.width - width) / 2, ((int)size.height - height) / 2, width, height, PIX_SRC, scaled,
                    0, 0);
    }
    pixDestroy(&scaled);
    return page;
}

static uint8_t clamped(double value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)(value + 0.5); }

static struct picture developed(PIX *page, struct size size) {
    size_t width = size.width, height = size.height;
    uint8_t *luma = malloc(width * height), *chroma = malloc(2 * half(width) * half(height));
    if (!luma || !chroma) abort();
    for (size_t y = 0; y < height; y++) {
        const uint32_t *row = pixGetData(page) + y * pixGetWpl(page);
        for (size_t x = 0; x < width; x++) {
            double red = row[x] >> 24, green = row[x] >> 16 & 255, blue = row[x] >> 8 & 255;
            luma[y * width + x] = clamped(0.299 * red + 0.587 * green + 0.114 * blue);
            if (x % 2 || y % 2) continue;
            size_t at = y / 2 * half(width) + x / 2;
            chroma[at] = clamped(128 - 0.168736 * red - 0.331264 * green + 0.5 * blue);
            chroma[half(width) * half(height) + at] = clamped(128 + 0.5 * red - 0.418688 * green - 0.081312 * blue);
        }
    }
    return (struct picture){luma, chroma};
}

static bool add_picture(struct reel *reel, const char *path) {
    PIX *source = pixRead(path);
    PIX *page = source ? fitted(source, reel->size) : NULL;
    pixDestroy(&source);
    if (!page) {
        fprintf(stderr, "test-camera: %s is no picture that can be read\n", path);
        return false;
    }
    append(reel, developed(page, reel->size));
    pixDestroy(&page);
    return true;
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

bool reel_add_pictures(struct reel *reel, const char *path) {
    setMsgSeverity(L_SEVERITY_NONE);
    struct stat status;
    if (stat(path, &status)) {
        perror(path);
        return false;
    }
    if (!S_ISDIR(status.st_mode)) return add_picture(reel, path);
    struct dirent **entries;
    int count = scandir(path, &entries, is_shown, alphasort);
    bool fine = count > 0;
    for (int i = 0; i < count; i++) {
        char *file = NULL;
        if (asprintf(&file, "%s/%s", path, entries[i]->d_name) < 0) abort();
        free(entries[i]);
        int format = IFF_UNKNOWN;
        // What lies beside the pictures, such as their labels, is not shown.
        if (!findFileFormat(file, &format) && format != IFF_UNKNOWN) fine = add_picture(reel, file) && fine;
        free(file);
    }
    if (count >= 0) free(entries);
    if (!fine || !reel->count) fprintf(stderr, "test-camera: %s has no pictures, or one that cannot be read\n", path);
    return fine && reel->count;
}

bool is_film(const char *path) {
    char start[10] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t got = fread(start, 1, 9, file);
    fclose(file);
    return got == 9 && !strcmp(start, "YUV4MPEG2");
}

static bool read_film_header(struct reel *reel, char *header) {
    bool has_color = true;
    for (char *word = strtok(header, " "); word; word = strtok(NULL, " ")) {
        if (*word == 'W') reel->size.width = (uint32_t)atoi(word + 1);
        if (*word == 'H') reel->size.height = (uint32_t)atoi(word + 1);
        if (*word != 'C') continue;
        has_color = strncmp(word, "C420", 4) == 0;
        if (!has_color && strcmp(word, "Cmono")) {
            fprintf(stderr, "test-camera: a film of the colour space %s is not played, but 420 and mono are\n", word + 1);
            reel->size.width = 0;
        }
    }
    return has_color;
}

bool reel_open_film(struct reel *reel, const char *path) {
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status)) {
        perror(path);
        return false;
    }
    const uint8_t *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    const uint8_t *end = bytes + status.st_size, *line = MAP_FAILED == bytes ? NULL : memchr(bytes, '\n', 256);
    if (!line) {
        fprintf(stderr, "test-camera: %s is no film\n", path);
        return false;
    }
    char header[257] = "";
    memcpy(header, bytes, (size_t)(line - bytes));
    bool has_color = read_film_header(reel, header);
    size_t luma = (size_t)reel->size.width * reel->size.height;
    size_t frame = luma + (has_color ? 2 * (size_t)half(reel->size.width) * half(reel->size.height) : 0);
    for (const uint8_t *at = line + 1; luma && end - at > 5 && !memcmp(at, "FRAME", 5);) {
        const uint8_t *pixels = memchr(at, '\n', (size_t)(end - at));
        if (!pixels || (size_t)(end - pixels - 1) < frame) break;
        append(reel, (struct picture){pixels + 1, has_color ? pixels + 1 + luma : NULL});
        at = pixels + 1 + frame;
    }
    if (!reel->count) fprintf(stderr, "test-camera: %s has no frame that can be shown\n", path);
    return reel->count;
}
