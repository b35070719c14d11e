// A certificate that signs itself, by OpenSSL's libcrypto.
#ifndef CCERTIFICATE_H
#define CCERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

/// Makes a P-256 key and a certificate of a TLS server for it, good from a day ago for `days` days.
///
/// `names` is OpenSSL's text of a subjectAltName: `DNS:localhost,IP:127.0.0.1`. Both come as PEM, to be given back by
/// ccertificate_free(). False where libcrypto cannot, and for names that are none.
bool ccertificate_make(const char *names, int days, char **certificate, char **key);

/// Forgets a text before its memory is given back.
void ccertificate_free(char *text);

#endif
