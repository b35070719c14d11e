#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

struct reader {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    bool is_damaged;
};

static void give_up(j_common_ptr codec) { longjmp(((struct reader *)codec->client_data)->failed, 1); }

static void note(j_common_ptr codec, int level) {
    // Below zero are warnings. Many cameras pad the data between markers.
    if (level < 0 && codec->err->msg_code != JWRN_EXTRANEOUS_DATA)
        ((struct reader *)codec->client_data)->is_damaged = true;
}

static void keep_silent(j_common_ptr codec) { (void)codec; }

static void begin(struct reader *reader, const uint8_t *bytes, size_t count) {
    reader->codec.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = give_up;
    reader->errors.emit_message = note;
    reader->errors.output_message = keep_silent;
    reader->codec.client_data = reader;
    jpeg_create_decompress(&reader->codec);
    jpeg_mem_src(&reader->codec, bytes, count);
    jpeg_read_header(&reader->codec, TRUE);
}

bool cjpeg_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    struct reader reader = {0};
    if (setjmp(reader.failed)) {
        jpeg_destroy_decompress(&reader.codec);
        return false;
    }
    begin(&reader, bytes, count);
    *width = reader.codec.image_width;
    *height = reader.codec.image_height;
    jpeg_destroy_decompress(&reader.codec);
    return true;
}

bool cjpeg_decode_luma(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
    struct reader reader = {0};
    if (setjmp(reader.failed)) {
        jpeg_destroy_decompress(&reader.codec);
        return false;
    }
    begin(&reader, bytes, count);
    reader.codec.out_color_space = JCS_GRAYSCALE;
    jpeg_start_decompress(&reader.codec);
    bool is_expected = reader.codec.output_width == width && reader.codec.output_height == height;
    while (is_expected && reader.codec.output_scanline < height) {
        JSAMPROW row = pixels + (size_t)reader.codec.output_scanline * width;
        jpeg_read_scanlines(&reader.codec, &row, 1);
    }
    if (is_expected) jpeg_finish_decompress(&reader.codec);
    jpeg_destroy_decompress(&reader.codec);
    return is_expected && !reader.is_damaged;
}
