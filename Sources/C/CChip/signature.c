#include "cchip.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/// A key of a kind and size that is taken.
static EVP_PKEY *key_of(const uint8_t *info, size_t length, cchip_key_kind *kind) {
    ERR_clear_error();
    *kind = cchip_key_none;
    if (length > 8192) return NULL;
    const uint8_t *at = info;
    EVP_PKEY *key = d2i_PUBKEY(NULL, &at, (long)length);
    char name[64];
    size_t size = 0;
    if (key && at == info + length) {
        int bits = EVP_PKEY_get_bits(key);
        if (EVP_PKEY_is_a(key, "RSA") && bits >= 512 && bits <= 8192) *kind = cchip_key_rsa;
        if (EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, name, sizeof name, &size) == 1) *kind = cchip_key_ec;
    }
    if (*kind != cchip_key_none) return key;
    EVP_PKEY_free(key);
    return NULL;
}

cchip_key_kind cchip_key(const uint8_t *info, size_t length, size_t *bits) {
    cchip_key_kind kind;
    EVP_PKEY *key = key_of(info, length, &kind);
    *bits = key ? (size_t)EVP_PKEY_get_bits(key) : 0;
    EVP_PKEY_free(key);
    return kind;
}

bool cchip_rsa_open(const uint8_t *info, size_t length, const uint8_t *signature, size_t signature_length,
                    uint8_t *opened) {
    cchip_key_kind kind;
    EVP_PKEY *key = key_of(info, length, &kind);
    bool good = kind == cchip_key_rsa && signature_length == (size_t)EVP_PKEY_get_size(key);
    EVP_PKEY_CTX *context = good ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    size_t size = signature_length;
    good = context && EVP_PKEY_verify_recover_init(context) == 1
        && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
        && EVP_PKEY_verify_recover(context, opened, &size, signature, signature_length) == 1 && size == signature_length;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

static bool verifies(EVP_PKEY *key, const uint8_t *digest, size_t digest_length, const uint8_t *der, size_t length) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    bool good = context && EVP_PKEY_verify_init(context) == 1
        && EVP_PKEY_verify(context, der, length, digest, digest_length) == 1;
    EVP_PKEY_CTX_free(context);
    return good;
}

bool cchip_ecdsa(const uint8_t *info, size_t length, const uint8_t *digest, size_t digest_length,
                 const uint8_t *signature, size_t signature_length) {
    if (signature_length < 2 || signature_length > 1024) return false;
    cchip_key_kind kind;
    EVP_PKEY *key = key_of(info, length, &kind);
    bool good = false;
    if (kind == cchip_key_ec) {
        const uint8_t *at = signature;
        ECDSA_SIG *values = d2i_ECDSA_SIG(NULL, &at, (long)signature_length);
        if (values && at == signature + signature_length)
            good = verifies(key, digest, digest_length, signature, signature_length);
        ECDSA_SIG_free(values);
        if (!good && signature_length % 2 == 0) {
            int half = (int)signature_length / 2;
            BIGNUM *r = BN_bin2bn(signature, half, NULL), *s = BN_bin2bn(signature + half, half, NULL);
            values = ECDSA_SIG_new();
            uint8_t *der = NULL;
            if (values && r && s && ECDSA_SIG_set0(values, r, s) == 1) {
                r = s = NULL;
                int size = i2d_ECDSA_SIG(values, &der);
                good = size > 0 && verifies(key, digest, digest_length, der, (size_t)size);
            }
            OPENSSL_free(der);
            BN_free(r);
            BN_free(s);
            ECDSA_SIG_free(values);
        }
    }
    EVP_PKEY_free(key);
    return good;
}
