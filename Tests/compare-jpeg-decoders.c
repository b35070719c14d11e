// CPU time and pixels of the two ways to the luma of a JPEG file: Leptonica's and that of Sources/C/CJPEG.
//
//   cc -O2 -I Sources/C/CJPEG/include Tests/compare-jpeg-decoders.c Sources/C/CJPEG/cjpeg.c -o compare -llept -ljpeg
//   ./compare FILE [RUNS]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <leptonica/allheaders.h>

#include "cjpeg.h"

static double cpu(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/// Decodes with our own door; the caller frees the pixels.
static uint8_t *decode(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, int eighths, cjpeg_picture *picture) {
    cjpeg_header header;
    bool damaged;
    if (!cjpeg_open(decoder, bytes, count, &header) || !cjpeg_begin(decoder, eighths, false, picture)) exit(1);
    uint8_t *pixels = malloc((size_t)picture->width * picture->height);
    if (!pixels || !cjpeg_read(decoder, pixels, &damaged)) exit(1);
    return pixels;
}

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return 64;
    fseek(file, 0, SEEK_END);
    const size_t size = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size);
    if (fread(bytes, 1, size, file) != size) return 66;
    const int runs = count > 2 ? atoi(arguments[2]) : 20;
    setMsgSeverity(L_SEVERITY_NONE);
    const int hint = L_JPEG_READ_LUMINANCE | L_JPEG_CONTINUE_WITH_BAD_DATA;
    cjpeg_decoder *decoder = cjpeg_create();
    for (int reduction = 1; reduction <= 8; reduction *= 2) {
        double theirs = 1e9, ours = 1e9;
        long differing = 0;
        for (int run = 0; run < runs; run++) {
            double started = cpu();
            PIX *pix = pixReadMemJpeg(bytes, size, 0, reduction, NULL, hint);
            if (cpu() - started < theirs) theirs = cpu() - started;
            cjpeg_picture picture;
            started = cpu();
            uint8_t *pixels = decode(decoder, bytes, size, 8 / reduction, &picture);
            if (cpu() - started < ours) ours = cpu() - started;
            for (uint32_t y = 0; run == 0 && y < picture.height; y++)
                for (uint32_t x = 0; x < picture.width; x++) {
                    l_uint32 value;
                    pixGetPixel(pix, x, y, &value);
                    differing += value != pixels[(size_t)y * picture.width + x];
                }
            free(pixels);
            pixDestroy(&pix);
        }
        printf("1/%d: Leptonica %.2f ms, ours %.2f ms, %ld pixels differ\n", reduction, theirs, ours, differing);
    }
    cjpeg_destroy(decoder);
}
