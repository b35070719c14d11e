// What Debian's libtesseract.a would bring into the wheel, and the library never calls: it hands Tesseract pixels and a
// model in memory, neither addresses nor archives. Without these a wheel has 25 libraries more, with LDAP, Kerberos and ICU
// among them. All of them fail, as they would without a network or a format.
#include <stddef.h>

struct archive;

// ARCHIVE_FATAL.
int archive_read_support_format_all(struct archive *reader) {
    (void)reader;
    return -30;
}

int archive_read_support_filter_all(struct archive *reader) {
    (void)reader;
    return -30;
}

void *curl_easy_init(void) { return NULL; }

// CURLE_FAILED_INIT.
int curl_easy_setopt(void *handle, int option, ...) {
    (void)handle, (void)option;
    return 2;
}

int curl_easy_perform(void *handle) {
    (void)handle;
    return 2;
}

void curl_easy_cleanup(void *handle) { (void)handle; }

const char *curl_easy_strerror(int code) {
    (void)code;
    return "libcurl is not there";
}
