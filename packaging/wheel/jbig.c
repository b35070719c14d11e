// libjbig.so.0 of the wheel. Debian's libtiff needs one, and the real one is under the GPL, version 2 or later, which a
// wheel under Apache-2.0 is not to bring along. A TIFF file compressed with JBIG is refused, as it is by the program.
#include <stddef.h>

// JBG_EINVAL.
#define INVALID 9

void jbg_enc_init(void *s, unsigned long x, unsigned long y, int planes, unsigned char **p, void *out, void *file) {
    (void)s, (void)x, (void)y, (void)planes, (void)p, (void)out, (void)file;
}
void jbg_enc_out(void *s) { (void)s; }
void jbg_enc_free(void *s) { (void)s; }
void jbg_dec_init(void *s) { (void)s; }
int jbg_dec_in(void *s, unsigned char *data, size_t length, size_t *count) {
    (void)s, (void)data, (void)length;
    if (count) *count = 0;
    return INVALID;
}
unsigned long jbg_dec_getsize(const void *s) {
    (void)s;
    return 0;
}
unsigned char *jbg_dec_getimage(const void *s, int plane) {
    (void)s, (void)plane;
    return NULL;
}
void jbg_dec_free(void *s) { (void)s; }
const char *jbg_strerror(int code) {
    (void)code;
    return "JBIG is not read";
}
int jbg_newlen(unsigned char *data, size_t length) {
    (void)data, (void)length;
    return INVALID;
}
