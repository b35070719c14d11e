#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

struct cjpeg_decoder {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
};

static void fail(j_common_ptr info) { longjmp(((cjpeg_decoder *)info->client_data)->failed, 1); }

/// Whether a warning is about nothing that changes a pixel.
static bool is_harmless(int code) {
    switch (code) {
        // Some cameras leave bytes between the markers; cjpeg_walk tells how many.
        case JWRN_EXTRANEOUS_DATA:
        // Headers that encoders fill in carelessly.
        case JWRN_ADOBE_XFORM:
        case JWRN_JFIF_MAJOR:
        case JWRN_NOT_SEQUENTIAL: return true;
        default: return false;
    }
}

static void count(j_common_ptr info, int level) {
    if (level < 0 && !is_harmless(info->err->msg_code)) info->err->num_warnings++;
}

static void say_nothing(j_common_ptr info) { (void)info; }

cjpeg_decoder *cjpeg_create(void) {
    cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->info.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = count;
    decoder->errors.output_message = say_nothing;
    decoder->info.client_data = decoder;
    if (setjmp(decoder->failed)) {
        jpeg_destroy_decompress(&decoder->info);
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->info);
    return decoder;
}

void cjpeg_destroy(cjpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

bool cjpeg_open(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, cjpeg_header *header) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->failed)) {
        jpeg_abort_decompress(info);
        return false;
    }
    // Whatever an earlier file left unread.
    jpeg_abort_decompress(info);
    decoder->errors.num_warnings = 0;
    jpeg_mem_src(info, bytes, count);
    if (jpeg_read_header(info, TRUE) != JPEG_HEADER_OK) return false;
    header->width = info->image_width;
    header->height = info->image_height;
    header->components = info->num_components;
    return true;
}

bool cjpeg_begin(cjpeg_decoder *decoder, int eighths, bool color, cjpeg_picture *picture) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->failed)) {
        jpeg_abort_decompress(info);
        return false;
    }
    info->scale_num = eighths;
    info->scale_denom = 8;
    if (info->num_components == 4)
        info->out_color_space = JCS_CMYK;
    else
        info->out_color_space = color && info->num_components == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_start_decompress(info);
    picture->width = info->output_width;
    picture->height = info->output_height;
    picture->samples = info->output_components;
    picture->inverted = info->saw_Adobe_marker;
    return true;
}

bool cjpeg_read(cjpeg_decoder *decoder, uint8_t *pixels, bool *damaged) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->failed)) {
        jpeg_abort_decompress(info);
        return false;
    }
    const size_t stride = (size_t)info->output_width * info->output_components;
    while (info->output_scanline < info->output_height) {
        JSAMPROW rows[16];
        const JDIMENSION left = info->output_height - info->output_scanline;
        const JDIMENSION wanted = left < 16 ? left : 16;
        for (JDIMENSION row = 0; row < wanted; row++) rows[row] = pixels + (info->output_scanline + row) * stride;
        jpeg_read_scanlines(info, rows, wanted);
    }
    *damaged = decoder->errors.num_warnings > 0;
    // What follows the picture is of no interest, and may be missing.
    jpeg_abort_decompress(info);
    return true;
}
