#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct encoder {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    // Eight lines of each component, as wide as whole blocks are.
    uint8_t *lines;
    unsigned char *bytes;
    unsigned long count;
};

// How many columns or rows whole blocks of that many have.
static size_t whole(size_t count, size_t block) { return (count + block - 1) / block * block; }

static void fail(j_common_ptr info) { longjmp(((struct encoder *)info->client_data)->failed, 1); }

static void say_nothing(j_common_ptr info) { (void)info; }

static void configure(struct encoder *encoder, uint32_t width, uint32_t height, int quality) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_mem_dest(info, &encoder->bytes, &encoder->count);
    info->image_width = width;
    info->image_height = height;
    info->input_components = 3;
    info->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    // 4:2:2: half as many columns of chroma, as many rows.
    info->comp_info[0].h_samp_factor = 2;
    info->comp_info[0].v_samp_factor = 1;
    info->raw_data_in = TRUE;
}

static void write_lines(struct encoder *encoder, const uint8_t *pairs, uint32_t width, uint32_t height) {
    struct jpeg_compress_struct *info = &encoder->info;
    const size_t across = whole(width, 2 * DCTSIZE), stride = (size_t)(width + 1) / 2 * 4;
    JSAMPROW rows[3][DCTSIZE];
    for (size_t i = 0; i < DCTSIZE; i++) {
        rows[0][i] = encoder->lines + i * 2 * across;
        rows[1][i] = rows[0][i] + across;
        rows[2][i] = rows[1][i] + across / 2;
    }
    JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
    while (info->next_scanline < info->image_height) {
        for (size_t i = 0; i < DCTSIZE; i++) {
            const size_t y = info->next_scanline + i;
            // What lies beyond the picture repeats its edge.
            const uint8_t *line = pairs + (y < height ? y : height - 1) * stride;
            for (size_t x = 0; x < across; x++) rows[0][i][x] = line[2 * (x < width ? x : width - 1)];
            for (size_t x = 0; x < across / 2; x++) {
                const uint8_t *pair = line + 4 * (2 * x < width ? x : (width - 1) / 2);
                rows[1][i][x] = pair[1];
                rows[2][i][x] = pair[3];
            }
        }
        jpeg_write_raw_data(info, planes, DCTSIZE);
    }
}

bool cjpeg_encode_yuyv(
    const uint8_t *pairs, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count) {
    if (width == 0 || height == 0) return false;
    struct encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return false;
    encoder->info.err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = fail;
    encoder->errors.output_message = say_nothing;
    encoder->info.client_data = encoder;
    bool is_written = false;
    if (!setjmp(encoder->failed)) {
        jpeg_create_compress(&encoder->info);
        const size_t across = whole(width, 2 * DCTSIZE);
        encoder->lines = malloc(across * 2 * DCTSIZE);
        // As much as a picture can take at worst: a buffer that the library has to enlarge cannot be freed when it fails.
        encoder->count = across * whole(height, DCTSIZE) * 4 + 2048;
        encoder->bytes = malloc(encoder->count);
        if (encoder->lines && encoder->bytes) {
            configure(encoder, width, height, quality);
            jpeg_start_compress(&encoder->info, TRUE);
            write_lines(encoder, pairs, width, height);
            jpeg_finish_compress(&encoder->info);
            *bytes = encoder->bytes;
            *count = encoder->count;
            encoder->bytes = NULL;
            // Nothing after this may fail: the bytes are the caller's.
            is_written = true;
        }
    }
    jpeg_destroy_compress(&encoder->info);
    free(encoder->bytes);
    free(encoder->lines);
    free(encoder);
    return is_written;
}
