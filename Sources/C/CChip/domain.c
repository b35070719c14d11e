#include "cchip.h"

#include <stdlib.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/x509.h>

struct cchip_domain {
    // NULL for integers modulo a prime.
    EC_GROUP *curve;
    // Of the curve's field, or of the integers.
    BIGNUM *prime;
    BIGNUM *order;
    // Of the integers.
    BIGNUM *generator;
};

// ICAO Doc 9303-11, 9.5.1, from 8 on.
static const int curves[] = {
    NID_X9_62_prime192v1, NID_brainpoolP192r1, NID_secp224r1, NID_brainpoolP224r1, NID_X9_62_prime256v1,
    NID_brainpoolP256r1, NID_brainpoolP320r1, NID_secp384r1, NID_brainpoolP384r1, NID_brainpoolP512r1, NID_secp521r1,
};

static cchip_domain *whole(cchip_domain *domain) {
    if (domain && domain->prime && domain->order && (domain->curve || domain->generator)) return domain;
    cchip_domain_free(domain);
    return NULL;
}

static cchip_domain *domain_of_curve(int name) {
    cchip_domain *domain = calloc(1, sizeof *domain);
    if (!domain) return NULL;
    domain->curve = EC_GROUP_new_by_curve_name(name);
    if (domain->curve) {
        domain->prime = BN_new();
        if (domain->prime && EC_GROUP_get_curve(domain->curve, domain->prime, NULL, NULL, NULL) != 1) {
            BN_free(domain->prime);
            domain->prime = NULL;
        }
        domain->order = BN_dup(EC_GROUP_get0_order(domain->curve));
    }
    return whole(domain);
}

static BIGNUM *parameter(const EVP_PKEY *key, const char *name) {
    BIGNUM *number = NULL;
    return EVP_PKEY_get_bn_param(key, name, &number) == 1 ? number : NULL;
}

static cchip_domain *domain_of_integers(const EVP_PKEY *key) {
    cchip_domain *domain = calloc(1, sizeof *domain);
    if (!domain) return NULL;
    domain->prime = parameter(key, OSSL_PKEY_PARAM_FFC_P);
    domain->order = parameter(key, OSSL_PKEY_PARAM_FFC_Q);
    domain->generator = parameter(key, OSSL_PKEY_PARAM_FFC_G);
    return whole(domain);
}

cchip_domain *cchip_domain_new(int identifier) {
    ERR_clear_error();
    if (identifier >= 8 && identifier <= 18) return domain_of_curve(curves[identifier - 8]);
    // RFC 5114, which OpenSSL has for DHX by these names.
    static const char *const groups[] = {"dh_1024_160", "dh_2048_224", "dh_2048_256"};
    if (identifier < 0 || identifier > 2) return NULL;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)groups[identifier], 0), OSSL_PARAM_END};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "DHX", NULL);
    EVP_PKEY *key = NULL;
    cchip_domain *domain = NULL;
    if (context && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEY_PARAMETERS, parameters) == 1)
        domain = domain_of_integers(key);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(context);
    return domain;
}

static BIGNUM *decoded_integer(const cchip_domain *domain, const uint8_t *bytes, size_t length, BN_CTX *context) {
    if (length == 0 || length > cchip_domain_field(domain)) return NULL;
    BIGNUM *element = BN_bin2bn(bytes, (int)length, NULL), *power = BN_new();
    // Of the subgroup and not neutral.
    bool good = element && power && BN_cmp(element, BN_value_one()) > 0 && BN_cmp(element, domain->prime) < 0
        && BN_mod_exp(power, element, domain->order, domain->prime, context) == 1 && BN_is_one(power);
    BN_free(power);
    if (good) return element;
    BN_free(element);
    return NULL;
}

static EC_POINT *decoded_point(const cchip_domain *domain, const uint8_t *bytes, size_t length, BN_CTX *context) {
    if (length != 1 + 2 * cchip_domain_field(domain) || bytes[0] != POINT_CONVERSION_UNCOMPRESSED) return NULL;
    EC_POINT *point = EC_POINT_new(domain->curve);
    // This refuses a point that is not on the curve; the curves have no small subgroups.
    if (point && EC_POINT_oct2point(domain->curve, point, bytes, length, context) == 1
        && !EC_POINT_is_at_infinity(domain->curve, point))
        return point;
    EC_POINT_free(point);
    return NULL;
}

cchip_domain *cchip_domain_of_key(const uint8_t *info, size_t length, uint8_t *element) {
    ERR_clear_error();
    if (length > 8192) return NULL;
    const uint8_t *at = info;
    EVP_PKEY *key = d2i_PUBKEY(NULL, &at, (long)length);
    cchip_domain *domain = NULL;
    if (!key || at != info + length) {
        EVP_PKEY_free(key);
        return NULL;
    }
    bool good = false;
    if (EVP_PKEY_is_a(key, "EC")) {
        char name[64];
        size_t size = 0;
        // A curve whose parameters are written out has a name too when it is one of those that have.
        if (EVP_PKEY_get_group_name(key, name, sizeof name, &size) == 1) domain = domain_of_curve(OBJ_sn2nid(name));
        size_t written = 0;
        if (domain && EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed") == 1)
            good = EVP_PKEY_get_octet_string_param(
                       key, OSSL_PKEY_PARAM_PUB_KEY, element, CCHIP_MAX_ELEMENT, &written) == 1
                && written == 1 + 2 * cchip_domain_field(domain);
    } else if (EVP_PKEY_is_a(key, "DHX") && EVP_PKEY_get_bits(key) >= 1024 && EVP_PKEY_get_bits(key) <= 4096) {
        domain = domain_of_integers(key);
        BIGNUM *number = parameter(key, OSSL_PKEY_PARAM_PUB_KEY);
        good = domain && number && BN_is_odd(domain->prime) && !BN_is_zero(domain->order)
            && BN_bn2binpad(number, element, (int)cchip_domain_field(domain)) > 0;
        BN_free(number);
    }
    EVP_PKEY_free(key);
    if (good) return domain;
    cchip_domain_free(domain);
    return NULL;
}

void cchip_domain_free(cchip_domain *domain) {
    if (!domain) return;
    EC_GROUP_free(domain->curve);
    BN_free(domain->prime);
    BN_free(domain->order);
    BN_free(domain->generator);
    free(domain);
}

bool cchip_domain_is_curve(const cchip_domain *domain) { return domain->curve != NULL; }
size_t cchip_domain_field(const cchip_domain *domain) { return (size_t)BN_num_bytes(domain->prime); }
size_t cchip_domain_order(const cchip_domain *domain) { return (size_t)BN_num_bytes(domain->order); }

bool cchip_domain_scalar(const cchip_domain *domain, uint8_t *scalar) {
    BIGNUM *number = BN_secure_new();
    bool good = false;
    // One try in 2^150 gives zero.
    for (int i = 0; number && !good && i < 8; i++)
        good = BN_priv_rand_range(number, domain->order) == 1 && !BN_is_zero(number);
    good = good && BN_bn2binpad(number, scalar, (int)cchip_domain_order(domain)) > 0;
    BN_clear_free(number);
    return good;
}

static BIGNUM *secret_number(const uint8_t *bytes, size_t length) {
    if (length > 1024) return NULL;
    BIGNUM *number = BN_bin2bn(bytes, (int)length, NULL);
    if (number) BN_set_flags(number, BN_FLG_CONSTTIME);
    return number;
}

static bool encoded_point(const cchip_domain *domain, const EC_POINT *point, uint8_t *element, BN_CTX *context) {
    return !EC_POINT_is_at_infinity(domain->curve, point)
        && EC_POINT_point2oct(domain->curve, point, POINT_CONVERSION_UNCOMPRESSED, element, CCHIP_MAX_ELEMENT, context) > 0;
}

static bool encoded_integer(const cchip_domain *domain, const BIGNUM *number, uint8_t *element) {
    return !BN_is_zero(number) && !BN_is_one(number)
        && BN_bn2binpad(number, element, (int)cchip_domain_field(domain)) > 0;
}

bool cchip_domain_power(const cchip_domain *domain, const uint8_t *scalar, size_t scalar_length, const uint8_t *base,
                        size_t base_length, uint8_t *element) {
    ERR_clear_error();
    BN_CTX *context = BN_CTX_new();
    BIGNUM *number = secret_number(scalar, scalar_length);
    bool good = false;
    if (context && number && domain->curve) {
        EC_POINT *point = base ? decoded_point(domain, base, base_length, context) : NULL;
        EC_POINT *result = EC_POINT_new(domain->curve);
        good = result && (!base || point)
            && EC_POINT_mul(domain->curve, result, base ? NULL : number, point, base ? number : NULL, context) == 1
            && encoded_point(domain, result, element, context);
        EC_POINT_free(point);
        EC_POINT_clear_free(result);
    } else if (context && number) {
        BIGNUM *from = base ? decoded_integer(domain, base, base_length, context) : BN_dup(domain->generator);
        BIGNUM *result = BN_new();
        good = from && result && BN_mod_exp_mont_consttime(result, from, number, domain->prime, context, NULL) == 1
            && encoded_integer(domain, result, element);
        BN_free(from);
        BN_clear_free(result);
    }
    BN_clear_free(number);
    BN_CTX_free(context);
    return good;
}

bool cchip_domain_mapped(const cchip_domain *domain, const uint8_t *nonce, size_t nonce_length, const uint8_t *shared,
                         size_t shared_length, uint8_t *element) {
    ERR_clear_error();
    BN_CTX *context = BN_CTX_new();
    BIGNUM *number = secret_number(nonce, nonce_length);
    bool good = false;
    if (context && number && domain->curve) {
        EC_POINT *point = decoded_point(domain, shared, shared_length, context), *result = EC_POINT_new(domain->curve);
        good = point && result && EC_POINT_mul(domain->curve, result, number, NULL, NULL, context) == 1
            && EC_POINT_add(domain->curve, result, result, point, context) == 1
            && encoded_point(domain, result, element, context);
        EC_POINT_free(point);
        EC_POINT_clear_free(result);
    } else if (context && number) {
        BIGNUM *factor = decoded_integer(domain, shared, shared_length, context), *result = BN_new();
        good = factor && result
            && BN_mod_exp_mont_consttime(result, domain->generator, number, domain->prime, context, NULL) == 1
            && BN_mod_mul(result, result, factor, domain->prime, context) == 1 && encoded_integer(domain, result, element);
        BN_free(factor);
        BN_clear_free(result);
    }
    BN_clear_free(number);
    BN_CTX_free(context);
    return good;
}

/// The point encoding of ICAO Doc 9303-11, appendix B.2, for primes that leave 3 when divided by 4.
static bool point_of_number(const cchip_domain *domain, const BIGNUM *t, uint8_t *element, BN_CTX *context) {
    BN_CTX_start(context);
    BIGNUM *a = BN_CTX_get(context), *b = BN_CTX_get(context), *alpha = BN_CTX_get(context), *x2 = BN_CTX_get(context);
    BIGNUM *x3 = BN_CTX_get(context), *h = BN_CTX_get(context), *u = BN_CTX_get(context), *root = BN_CTX_get(context);
    BIGNUM *work = BN_CTX_get(context), *exponent = BN_CTX_get(context);
    const BIGNUM *p = domain->prime;
    // α = -t², X2 = -b/a · (1 + 1/(α + α²)), X3 = α·X2, h = X2³ + a·X2 + b, U = t³·h, A = h^(p - 1 - (p + 1)/4)
    bool good = exponent && EC_GROUP_get_curve(domain->curve, NULL, a, b, context) == 1 && BN_mod_word(p, 4) == 3
        && BN_mod_sqr(alpha, t, p, context) && BN_mod_sub(alpha, p, alpha, p, context)
        && BN_mod_sqr(work, alpha, p, context) && BN_mod_add(work, work, alpha, p, context)
        && BN_mod_inverse(work, work, p, context) && BN_mod_add(work, work, BN_value_one(), p, context)
        && BN_mod_inverse(x2, a, p, context) && BN_mod_mul(x2, x2, b, p, context) && BN_mod_mul(x2, x2, work, p, context)
        && BN_mod_sub(x2, p, x2, p, context) && BN_mod_mul(x3, alpha, x2, p, context)
        && BN_mod_sqr(h, x2, p, context) && BN_mod_add(h, h, a, p, context) && BN_mod_mul(h, h, x2, p, context)
        && BN_mod_add(h, h, b, p, context) && BN_mod_sqr(u, t, p, context) && BN_mod_mul(u, u, t, p, context)
        && BN_mod_mul(u, u, h, p, context) && BN_copy(exponent, p) && BN_add_word(exponent, 1)
        && BN_rshift(exponent, exponent, 2) && BN_sub(exponent, p, exponent) && BN_sub_word(exponent, 1)
        && BN_mod_exp(root, h, exponent, p, context) && BN_mod_sqr(work, root, p, context)
        && BN_mod_mul(work, work, h, p, context);
    if (good) {
        bool is_second = BN_is_one(work);
        EC_POINT *point = EC_POINT_new(domain->curve);
        good = point && BN_mod_mul(work, root, is_second ? h : u, p, context)
            && EC_POINT_set_affine_coordinates(domain->curve, point, is_second ? x2 : x3, work, context) == 1
            && encoded_point(domain, point, element, context);
        EC_POINT_clear_free(point);
    }
    BN_CTX_end(context);
    return good;
}

bool cchip_domain_integrated(const cchip_domain *domain, const uint8_t *number, size_t length, uint8_t *element) {
    ERR_clear_error();
    BN_CTX *context = BN_CTX_new();
    BIGNUM *t = length <= 1024 ? BN_bin2bn(number, (int)length, NULL) : NULL;
    bool good = context && t && BN_mod(t, t, domain->prime, context) == 1;
    if (good && domain->curve) {
        good = point_of_number(domain, t, element, context);
    } else if (good) {
        BIGNUM *exponent = BN_dup(domain->prime);
        good = exponent && BN_sub_word(exponent, 1) == 1 && BN_div(exponent, NULL, exponent, domain->order, context) == 1
            && BN_mod_exp(t, t, exponent, domain->prime, context) == 1 && encoded_integer(domain, t, element);
        BN_free(exponent);
    }
    BN_clear_free(t);
    BN_CTX_free(context);
    return good;
}

bool cchip_domain_secret(const cchip_domain *domain, const uint8_t *scalar, size_t scalar_length, const uint8_t *element,
                         size_t element_length, uint8_t *secret) {
    uint8_t power[CCHIP_MAX_ELEMENT];
    bool good = cchip_domain_power(domain, scalar, scalar_length, element, element_length, power);
    size_t skipped = domain->curve ? 1 : 0;
    for (size_t i = 0; good && i < cchip_domain_field(domain); i++) secret[i] = power[skipped + i];
    OPENSSL_cleanse(power, sizeof power);
    return good;
}
