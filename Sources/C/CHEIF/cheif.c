#include "cheif.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

// The functions of libheif that are used, each under its own name.
#define FUNCTIONS(F)                                                                                                 \
    F(heif_context_alloc)                                                                                            \
    F(heif_context_free)                                                                                             \
    F(heif_context_set_max_decoding_threads)                                                                         \
    F(heif_context_read_from_memory_without_copy)                                                                    \
    F(heif_context_get_primary_image_handle)                                                                         \
    F(heif_image_handle_release)                                                                                     \
    F(heif_image_handle_get_width)                                                                                   \
    F(heif_image_handle_get_height)                                                                                  \
    F(heif_image_handle_has_alpha_channel)                                                                           \
    F(heif_decode_image)                                                                                             \
    F(heif_image_release)                                                                                            \
    F(heif_image_get_colorspace)                                                                                     \
    F(heif_image_get_width)                                                                                          \
    F(heif_image_get_height)                                                                                         \
    F(heif_image_get_bits_per_pixel_range)                                                                           \
    F(heif_image_get_nclx_color_profile)                                                                             \
    F(heif_nclx_color_profile_free)                                                                                  \
    F(heif_image_get_plane_readonly)

static struct {
#define POINTER(name) __typeof__(name) *name;
    FUNCTIONS(POINTER)
} lib;

static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define LOOK_UP(name)                                                                                                \
    if (!(lib.name = (__typeof__(name) *)dlsym(handle, #name))) return;
    FUNCTIONS(LOOK_UP)
    is_there = true;
}

void cheif_load(void) { pthread_once(&once, load); }

struct cheif_file {
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
    // Channel and layout of the decoded image.
    enum heif_channel channel;
    int width, height, samples, stored_samples, bits;
    bool full_range;
};

static cheif_status status(struct heif_error error) {
    switch (error.code) {
        case heif_error_Ok: return CHEIF_OK;
        case heif_error_Unsupported_filetype:
        case heif_error_Unsupported_feature: return CHEIF_UNSUPPORTED;
        case heif_error_Memory_allocation_error:
            return error.subcode == heif_suberror_Security_limit_exceeded ? CHEIF_TOO_LARGE : CHEIF_NO_MEMORY;
        default:
            if (error.subcode == heif_suberror_Security_limit_exceeded) return CHEIF_TOO_LARGE;
            return error.subcode == heif_suberror_End_of_data ? CHEIF_TRUNCATED : CHEIF_DAMAGED;
    }
}

cheif_status cheif_open(const uint8_t *bytes, size_t count, cheif_file **out) {
    cheif_load();
    if (!is_there) return CHEIF_MISSING;
    cheif_file *file = calloc(1, sizeof *file);
    if (!file) return CHEIF_NO_MEMORY;
    file->context = lib.heif_context_alloc();
    if (!file->context) {
        free(file);
        return CHEIF_NO_MEMORY;
    }
    // Pages are read in parallel already.
    lib.heif_context_set_max_decoding_threads(file->context, 0);
    struct heif_error error = lib.heif_context_read_from_memory_without_copy(file->context, bytes, count, NULL);
    if (error.code == heif_error_Ok) error = lib.heif_context_get_primary_image_handle(file->context, &file->handle);
    if (error.code != heif_error_Ok) {
        cheif_close(file);
        return status(error);
    }
    *out = file;
    return CHEIF_OK;
}

void cheif_close(cheif_file *file) {
    if (file->image) lib.heif_image_release(file->image);
    if (file->handle) lib.heif_image_handle_release(file->handle);
    lib.heif_context_free(file->context);
    free(file);
}

int cheif_width(const cheif_file *file) { return lib.heif_image_handle_get_width(file->handle); }
int cheif_height(const cheif_file *file) { return lib.heif_image_handle_get_height(file->handle); }
int cheif_decoded_width(const cheif_file *file) { return file->width; }
int cheif_decoded_height(const cheif_file *file) { return file->height; }
int cheif_decoded_samples(const cheif_file *file) { return file->samples; }

/// Notes how the decoded image is laid out.
static cheif_status describe(cheif_file *file, enum heif_channel channel, int samples, int stored_samples) {
    file->channel = channel;
    file->samples = samples;
    file->stored_samples = stored_samples;
    file->width = lib.heif_image_get_width(file->image, channel);
    file->height = lib.heif_image_get_height(file->image, channel);
    file->bits = samples == 1 ? lib.heif_image_get_bits_per_pixel_range(file->image, channel) : 8;
    return file->width > 0 && file->height > 0 && file->bits >= 8 && file->bits <= 16 ? CHEIF_OK : CHEIF_UNSUPPORTED;
}

cheif_status cheif_decode(cheif_file *file, bool color) {
    struct heif_error error;
    const bool has_alpha = lib.heif_image_handle_has_alpha_channel(file->handle);
    if (!color && !has_alpha) {
        error = lib.heif_decode_image(
            file->handle, &file->image, heif_colorspace_undefined, heif_chroma_undefined, NULL);
        if (error.code != heif_error_Ok) return status(error);
        struct heif_color_profile_nclx *profile = NULL;
        lib.heif_image_get_nclx_color_profile(file->image, &profile);
        file->full_range = !profile || profile->full_range_flag;
        // Of green, blue and red the first plane is green, and no luma. ITU-T H.273, table 4.
        const bool has_luma = lib.heif_image_get_colorspace(file->image) != heif_colorspace_RGB &&
                              !(profile && profile->matrix_coefficients == heif_matrix_coefficients_RGB_GBR);
        if (profile) lib.heif_nclx_color_profile_free(profile);
        if (has_luma) return describe(file, heif_channel_Y, 1, 1);
        lib.heif_image_release(file->image);
        file->image = NULL;
    }
    error = lib.heif_decode_image(
        file->handle, &file->image, heif_colorspace_RGB,
        has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, NULL);
    if (error.code != heif_error_Ok) return status(error);
    return describe(file, heif_channel_interleaved, 3, has_alpha ? 4 : 3);
}

/// Luma of any depth and range as bytes. In the limited range black is 16 of 255 and white 235. ITU-R BT.601, 2.5.3.
static void copy_luma(const cheif_file *file, const uint8_t *row, uint8_t *out) {
    for (int x = 0; x < file->width; x++) {
        int value = row[x];
        if (file->bits > 8) {
            uint16_t deep;
            memcpy(&deep, row + 2 * x, 2);
            value = deep >> (file->bits - 8);
        }
        if (!file->full_range) value = ((value - 16) * 255 + 109) / 219;
        out[x] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
}

static void copy_over_white(const cheif_file *file, const uint8_t *row, uint8_t *out) {
    for (int x = 0; x < file->width; x++)
        for (int c = 0; c < 3; c++)
            out[3 * x + c] = (row[4 * x + c] * row[4 * x + 3] + 255 * (255 - row[4 * x + 3]) + 127) / 255;
}

void cheif_copy(const cheif_file *file, uint8_t *pixels) {
    int stride = 0;
    const uint8_t *plane = lib.heif_image_get_plane_readonly(file->image, file->channel, &stride);
    for (int y = 0; y < file->height; y++) {
        const uint8_t *row = plane + (size_t)y * stride;
        uint8_t *out = pixels + (size_t)y * file->width * file->samples;
        if (file->stored_samples == 4)
            copy_over_white(file, row, out);
        else if (file->samples == 3 || (file->bits == 8 && file->full_range))
            memcpy(out, row, (size_t)file->width * file->samples);
        else
            copy_luma(file, row, out);
    }
}
