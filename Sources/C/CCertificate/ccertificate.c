#include "ccertificate.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

static bool extend(X509 *certificate, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    bool is_added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const char *names, int days) {
    // RFC 5280, 4.1.2.2: positive, and of 20 octets at most.
    unsigned char number[16];
    if (RAND_bytes(number, sizeof number) != 1) return false;
    number[0] = (number[0] & 0x3F) | 0x40;
    BIGNUM *serial = BN_bin2bn(number, sizeof number, NULL);
    bool has_serial = serial && BN_to_ASN1_INTEGER(serial, X509_get_serialNumber(certificate));
    BN_free(serial);
    X509_NAME *name = X509_get_subject_name(certificate);
    return has_serial && X509_set_version(certificate, X509_VERSION_3) &&
           // A telephone's clock may be slow.
           X509_gmtime_adj(X509_getm_notBefore(certificate), -86400L) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), 86400L * (days - 1)) && X509_set_pubkey(certificate, key) &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"mrz-scan", -1, -1, 0) &&
           X509_set_issuer_name(certificate, name) &&
           extend(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           extend(certificate, NID_key_usage, "critical,digitalSignature") &&
           extend(certificate, NID_ext_key_usage, "serverAuth") &&
           extend(certificate, NID_subject_alt_name, names) && X509_sign(certificate, key, EVP_sha256());
}

/// What was written into memory, as a text of its own; NULL where there is none.
static char *text(BIO *memory) {
    char *bytes = NULL;
    long count = BIO_get_mem_data(memory, &bytes);
    return count > 0 ? strndup(bytes, (size_t)count) : NULL;
}

bool ccertificate_make(const char *names, int days, char **certificate_text, char **key_text) {
    *certificate_text = *key_text = NULL;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    // The key is in memory that is cleared before it is given back.
    BIO *public = BIO_new(BIO_s_mem()), *secret = BIO_new(BIO_s_secmem());
    if (key && certificate && public && secret && fill(certificate, key, names, days) &&
        PEM_write_bio_X509(public, certificate) && PEM_write_bio_PrivateKey(secret, key, NULL, NULL, 0, NULL, NULL)) {
        *certificate_text = text(public);
        *key_text = text(secret);
    }
    BIO_free(secret);
    BIO_free(public);
    X509_free(certificate);
    EVP_PKEY_free(key);
    if (*certificate_text && *key_text) return true;
    ccertificate_free(*certificate_text);
    ccertificate_free(*key_text);
    return false;
}

void ccertificate_free(char *text) {
    if (!text) return;
    explicit_bzero(text, strlen(text));
    free(text);
}
