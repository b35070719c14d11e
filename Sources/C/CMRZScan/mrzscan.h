/*
 * mrzscan.h: reads the machine-readable zone (MRZ, ICAO Doc 9303) of passports, identity cards, visas and some driving
 * licences in pictures, in pixels, in text and before a camera.
 *
 *     mrzscan_reader *reader = mrzscan_reader_new(NULL, NULL);
 *     mrzscan_results *results = mrzscan_read_path(reader, "passport.jpg", NULL);
 *     for (size_t i = 0; i < mrzscan_results_count(results); i++) puts(mrzscan_result_json(results, i));
 *     mrzscan_results_free(results);
 *     mrzscan_reader_free(reader);
 *
 * Errors. What is wrong with an input is no error but a result with the status MRZSCAN_ERROR, a code and a sentence:
 * one bad file of many spoils nothing. A function fails only when it was called wrongly, when there is nothing to read
 * with, or when the camera is not to be had. It returns NULL or false then, and where `error` is not NULL it puts an
 * error there that is to be freed; it leaves it alone otherwise. No function ends the process or writes to a stream,
 * whatever the input, but for HEIF and AVIF files: without `heif_program` their codecs run in this process, and one that
 * crashes takes it along. NULL where a handle is expected is a wrong call, except for the functions that free: those do
 * nothing then.
 *
 * Threads. Every function may be called from any thread that has 256 KiB of stack left. A reader, a live scan and a camera
 * do one thing at a time: other calls wait for their turn. To read side by side take a reader for each thread. Results and
 * errors never change and may be read by several threads at once. Nothing may be freed while another thread uses it.
 *
 * Memory. What a function returns as `const char *` is UTF-8, ends with a zero, and lives as long as what it was asked of.
 * Memory that is handed in is not used after the call has returned.
 *
 * Growth. Functions, and members at the end of structures, may be added; nothing that is here changes its meaning. A
 * structure begins with its size, so that a program that knows fewer members than the library can use it, and the other
 * way around as long as the members that the library does not know are zero.
 */
#ifndef MRZSCAN_H
#define MRZSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, such as "0.2.29". */
const char *mrzscan_version(void);

/* ---- Errors ---- */

typedef struct mrzscan_error mrzscan_error;

/*
 * A stable word: "invalid_argument" of wrong calls, "model_missing", "model_refused", "model_unsupported",
 * "engine_failed", of frames of a live scan "too_many_pixels" and "out_of_memory", and of cameras "camera_not_found",
 * "camera_permission_denied", "camera_busy", "not_a_camera", "unsupported_mode", "camera_lost", "camera_io".
 */
const char *mrzscan_error_code(const mrzscan_error *error);
/* One English sentence. It never holds a character of an MRZ. */
const char *mrzscan_error_message(const mrzscan_error *error);
void mrzscan_error_free(mrzscan_error *error);

/* ---- Options ---- */

/* Zero is the usual value of every member but the first. */
typedef struct mrzscan_options {
    /* sizeof(mrzscan_options). */
    size_t size;
    /* The path of a Tesseract model to read with; NULL for the built-in one. */
    const char *model;
    /* The day that decides about centuries and expiry, "2026-02-28"; NULL for the system's date at each reading. */
    const char *today;
    /* What is refused: files of more bytes, pages of more pixels, files of more pages. */
    uint64_t max_bytes;
    uint64_t max_pixels;
    uint64_t max_pages;
    /* A path of the program mrz-scan, which then decodes HEIF files in a confined process; NULL: this process does. */
    const char *heif_program;
    /* Whether results of verified passports and cards have the keys to the chip. Who has them can read the chip. */
    bool access_keys;
} mrzscan_options;

/* An initialiser, in which every member stands: mrzscan_options options = MRZSCAN_OPTIONS; options.today = "2026-02-28"; */
#define MRZSCAN_OPTIONS {sizeof(mrzscan_options), NULL, NULL, 0, 0, 0, NULL, false}

/* ---- Reading ---- */

typedef struct mrzscan_reader mrzscan_reader;
typedef struct mrzscan_results mrzscan_results;

/* A reader. `options` may be NULL. Models are loaded with the first line of text that is found. */
mrzscan_reader *mrzscan_reader_new(const mrzscan_options *options, mrzscan_error **error);
/* Loads the models now, so that no reading has to. */
bool mrzscan_reader_load(mrzscan_reader *reader, mrzscan_error **error);
void mrzscan_reader_free(mrzscan_reader *reader);

/* Every page of a file. */
mrzscan_results *mrzscan_read_path(mrzscan_reader *reader, const char *path, mrzscan_error **error);
/* The same of a file in memory. `source` is what results call it; NULL for "". */
mrzscan_results *mrzscan_read_bytes(
    mrzscan_reader *reader, const void *bytes, size_t count, const char *source, mrzscan_error **error);

/* How pixels stand in a row. */
typedef enum mrzscan_layout {
    /* One byte of luma a pixel. */
    MRZSCAN_GRAY = 0,
    /* Three bytes a pixel. */
    MRZSCAN_RGB = 1,
    MRZSCAN_BGR = 2,
    /* Four bytes a pixel, the last its opacity. */
    MRZSCAN_RGBA = 3,
    MRZSCAN_BGRA = 4,
    /* Of cameras, of which luma is read: two pixels in four bytes; */
    MRZSCAN_YUYV = 5,
    /* a plane of luma, behind which the colours may be absent. */
    MRZSCAN_NV12 = 6
} mrzscan_layout;

/* Pixels in memory, the top row first. */
typedef struct mrzscan_pixels {
    /* sizeof(mrzscan_pixels). */
    size_t size;
    const void *bytes;
    /* How many bytes there are; none is read beyond them. */
    size_t count;
    /* Pixels of a row, and rows. */
    uint32_t width;
    uint32_t height;
    /* Bytes from one row to the next; 0 where nothing lies between them. */
    size_t stride;
    mrzscan_layout layout;
} mrzscan_pixels;

/* One page of pixels. */
mrzscan_results *mrzscan_read_pixels(
    mrzscan_reader *reader, const mrzscan_pixels *pixels, const char *source, mrzscan_error **error);
/* The MRZs in a text of `count` bytes, which may stand among other words. */
mrzscan_results *mrzscan_parse(
    mrzscan_reader *reader, const char *text, size_t count, const char *source, mrzscan_error **error);

/* ---- Results: one for each MRZ, and one for each page without one. Indices count from 0. ---- */

typedef enum mrzscan_status {
    /* Everything that can be checked holds. */
    MRZSCAN_VERIFIED = 0,
    /* An MRZ, but something does not hold: the reasons say what. */
    MRZSCAN_UNVERIFIED = 1,
    /* No MRZ on this page or in this text. */
    MRZSCAN_NOT_FOUND = 2,
    /* The input could not be read. */
    MRZSCAN_ERROR = 3
} mrzscan_status;

/*
 * Of an index that there is none of, or of what a result does not have, they return NULL, 0 or false, and MRZSCAN_ERROR
 * for the status. docs/results.md has the names of fields and the codes of reasons and errors.
 */
size_t mrzscan_results_count(const mrzscan_results *results);
void mrzscan_results_free(mrzscan_results *results);
/* The object that `mrz-scan --format jsonl` writes. */
const char *mrzscan_result_json(const mrzscan_results *results, size_t index);
mrzscan_status mrzscan_result_status(const mrzscan_results *results, size_t index);
/* The layout, such as "TD3". */
const char *mrzscan_result_format(const mrzscan_results *results, size_t index);
/* The page, from 1; 0 where there are no pages. */
size_t mrzscan_result_page(const mrzscan_results *results, size_t index);
/* The lines as printed, with their fillers. */
size_t mrzscan_result_line_count(const mrzscan_results *results, size_t index);
const char *mrzscan_result_line(const mrzscan_results *results, size_t index, size_t line);
/* What a field says, by its name, such as "surname"; NULL where the layout has none of that name. */
const char *mrzscan_result_field(const mrzscan_results *results, size_t index, const char *name);
/* Why it is not verified: codes such as "checkDigit". */
size_t mrzscan_result_reason_count(const mrzscan_results *results, size_t index);
const char *mrzscan_result_reason(const mrzscan_results *results, size_t index, size_t reason);
/* Where it stands: x and y of top left, top right, bottom right and bottom left, in pixels of the input. */
bool mrzscan_result_quad(const mrzscan_results *results, size_t index, double quad[8]);
/* Of the status MRZSCAN_ERROR: a stable word, and one English sentence. */
const char *mrzscan_result_error_code(const mrzscan_results *results, size_t index);
const char *mrzscan_result_error_message(const mrzscan_results *results, size_t index);

/* ---- Live ---- */

typedef enum mrzscan_progress {
    MRZSCAN_NO_TEXT = 0,
    MRZSCAN_TEXT_DETECTED = 1,
    MRZSCAN_ONE_MRZ_LINE = 2,
    MRZSCAN_TWO_MRZ_LINES = 3
} mrzscan_progress;

/* How far a live scan is. */
typedef struct mrzscan_live_status {
    /* sizeof(mrzscan_live_status), set by the caller. */
    size_t size;
    mrzscan_progress progress;
    /* What the person can do: a stable word such as "moveCloser", and one English sentence. They live for ever. */
    const char *hint;
    const char *message;
    /* The corners of the zone in the frame, as of results. */
    bool has_zone;
    double zone[8];
    /* The document that was read before is gone, or another one is there. */
    bool document_left;
    /* No more will come: of a camera that was closed or whose time is up. */
    bool ended;
    /* A document was read: one result, to be freed by the caller. NULL otherwise. */
    mrzscan_results *results;
} mrzscan_live_status;

#define MRZSCAN_LIVE_STATUS \
    {sizeof(mrzscan_live_status), MRZSCAN_NO_TEXT, NULL, NULL, false, {0, 0, 0, 0, 0, 0, 0, 0}, false, false, NULL}

typedef struct mrzscan_live mrzscan_live;

/* A scan of frames that the caller has. */
mrzscan_live *mrzscan_live_new(const mrzscan_options *options, mrzscan_error **error);
/*
 * Looks at the next frame; `microseconds` is when it was taken, by any clock that only goes forward. A frame of more than
 * `max_pixels` is an error.
 */
bool mrzscan_live_look(
    mrzscan_live *live, const mrzscan_pixels *frame, int64_t microseconds, mrzscan_live_status *status,
    mrzscan_error **error);
void mrzscan_live_free(mrzscan_live *live);

typedef struct mrzscan_camera mrzscan_camera;

/*
 * Opens a camera, such as "/dev/video0", and reads the documents that come before it on a thread of its own. It is given up
 * when no document has been read for so many milliseconds; 0 for never.
 */
mrzscan_camera *mrzscan_camera_open(
    const mrzscan_options *options, const char *path, uint32_t timeout, mrzscan_error **error);
/*
 * Waits for something to be said, at most so many milliseconds. True with the newest status, and with what came next of
 * documents, one thing a call: that one was read, or that it left. True with the last status when nothing new came in time.
 * False when the camera failed.
 */
bool mrzscan_camera_next(
    mrzscan_camera *camera, uint32_t milliseconds, mrzscan_live_status *status, mrzscan_error **error);
/* Makes every call of mrzscan_camera_next that waits, and every later one, return at once. */
void mrzscan_camera_stop(mrzscan_camera *camera);
/* Stops it and waits until the device is closed. */
void mrzscan_camera_free(mrzscan_camera *camera);

#ifdef __cplusplus
}
#endif

#endif
