// Prints what `mrz-scan --format jsonl` prints of the pictures that are named. It needs nothing but libmrzscan:
//
//     cc read.c -o read $(pkg-config --cflags --libs mrzscan)
#include <mrzscan.h>
#include <stdio.h>

static int fail(mrzscan_error *error) {
    fprintf(stderr, "%s: %s\n", mrzscan_error_code(error), mrzscan_error_message(error));
    mrzscan_error_free(error);
    return 1;
}

int main(int count, char **paths) {
    mrzscan_error *error = NULL;
    // Options are set here, such as options.access_keys = true; NULL instead of them is the same as none.
    mrzscan_options options = MRZSCAN_OPTIONS;
    mrzscan_reader *reader = mrzscan_reader_new(&options, &error);
    if (!reader) return fail(error);
    int status = 0;
    for (int i = 1; i < count; i++) {
        mrzscan_results *results = mrzscan_read_path(reader, paths[i], &error);
        if (!results) {
            status = fail(error);
            break;
        }
        for (size_t j = 0; j < mrzscan_results_count(results); j++) puts(mrzscan_result_json(results, j));
        mrzscan_results_free(results);
    }
    mrzscan_reader_free(reader);
    return status;
}
