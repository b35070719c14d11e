#include "cchip.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

static const EVP_MD *digest_of(size_t size) {
    switch (size) {
    case 20: return EVP_sha1();
    case 28: return EVP_sha224();
    case 32: return EVP_sha256();
    case 48: return EVP_sha384();
    case 64: return EVP_sha512();
    default: return NULL;
    }
}

bool cchip_hash(size_t size, const uint8_t *input, size_t length, uint8_t *digest) {
    const EVP_MD *algorithm = digest_of(size);
    return algorithm && EVP_Digest(input, length, digest, NULL, algorithm, NULL) == 1;
}

static const EVP_CIPHER *cipher_of(bool is_aes, size_t key_length) {
    if (!is_aes) return key_length == 16 ? EVP_des_ede_cbc() : NULL;
    switch (key_length) {
    case 16: return EVP_aes_128_cbc();
    case 24: return EVP_aes_192_cbc();
    case 32: return EVP_aes_256_cbc();
    default: return NULL;
    }
}

bool cchip_cbc(bool is_aes, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *iv, const uint8_t *input,
               size_t length, uint8_t *output) {
    const EVP_CIPHER *cipher = cipher_of(is_aes, key_length);
    if (!cipher || length > INT32_MAX || length % (size_t)EVP_CIPHER_get_block_size(cipher) != 0) return false;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0;
    bool good = context && EVP_CipherInit_ex(context, cipher, NULL, key, iv, encrypts) == 1
        && EVP_CIPHER_CTX_set_padding(context, 0) == 1
        && EVP_CipherUpdate(context, output, &written, input, (int)length) == 1 && (size_t)written == length;
    EVP_CIPHER_CTX_free(context);
    return good;
}

/// DES with one key. Single DES lives in OpenSSL's legacy provider; 3DES with three equal keys is the same.
static bool des(const uint8_t *key, bool encrypts, const uint8_t *input, size_t length, uint8_t *last) {
    uint8_t tripled[24], iv[8] = {0}, output[512];
    for (size_t i = 0; i < sizeof tripled; i++) tripled[i] = key[i % 8];
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool good = context && EVP_CipherInit_ex(context, EVP_des_ede3_cbc(), NULL, tripled, iv, encrypts) == 1
        && EVP_CIPHER_CTX_set_padding(context, 0) == 1;
    for (size_t at = 0; good && at < length; at += sizeof output) {
        size_t piece = length - at < sizeof output ? length - at : sizeof output;
        int written = 0;
        good = EVP_CipherUpdate(context, output, &written, input + at, (int)piece) == 1 && (size_t)written == piece;
        if (good && at + piece == length) memcpy(last, output + piece - 8, 8);
    }
    EVP_CIPHER_CTX_free(context);
    OPENSSL_cleanse(tripled, sizeof tripled);
    OPENSSL_cleanse(output, sizeof output);
    return good;
}

bool cchip_retail_mac(const uint8_t *key, const uint8_t *padded, size_t length, uint8_t *mac) {
    uint8_t chained[8], opened[8];
    bool good = length > 0 && length % 8 == 0 && des(key, true, padded, length, chained)
        && des(key + 8, false, chained, 8, opened) && des(key, true, opened, 8, mac);
    OPENSSL_cleanse(chained, sizeof chained);
    OPENSSL_cleanse(opened, sizeof opened);
    return good;
}

bool cchip_cmac(const uint8_t *key, size_t key_length, const uint8_t *input, size_t length, uint8_t *mac) {
    char *name = key_length == 16 ? "AES-128-CBC" : key_length == 24 ? "AES-192-CBC"
        : key_length == 32 ? "AES-256-CBC" : NULL;
    if (!name) return false;
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, name, 0), OSSL_PARAM_END};
    EVP_MAC *algorithm = EVP_MAC_fetch(NULL, "CMAC", NULL);
    EVP_MAC_CTX *context = algorithm ? EVP_MAC_CTX_new(algorithm) : NULL;
    size_t written = 0;
    bool good = context && EVP_MAC_init(context, key, key_length, parameters) == 1
        && EVP_MAC_update(context, input, length) == 1 && EVP_MAC_final(context, mac, &written, 16) == 1 && written == 16;
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(algorithm);
    return good;
}

bool cchip_random(uint8_t *bytes, size_t length) { return length <= INT32_MAX && RAND_bytes(bytes, (int)length) == 1; }

void cchip_clear(void *bytes, size_t length) { OPENSSL_cleanse(bytes, length); }

bool cchip_same(const uint8_t *one, const uint8_t *other, size_t length) {
    return CRYPTO_memcmp(one, other, length) == 0;
}
