#include "cchip.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/cmserr.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

struct cchip_trust {
    STACK_OF(X509) *anchors, *signers;
    STACK_OF(X509_CRL) *crls;
};

cchip_trust *cchip_trust_new(void) {
    cchip_trust *trust = calloc(1, sizeof *trust);
    if (!trust) return NULL;
    trust->anchors = sk_X509_new_null();
    trust->signers = sk_X509_new_null();
    trust->crls = sk_X509_CRL_new_null();
    if (trust->anchors && trust->signers && trust->crls) return trust;
    cchip_trust_free(trust);
    return NULL;
}

void cchip_trust_free(cchip_trust *trust) {
    if (!trust) return;
    sk_X509_pop_free(trust->anchors, X509_free);
    sk_X509_pop_free(trust->signers, X509_free);
    sk_X509_CRL_pop_free(trust->crls, X509_CRL_free);
    free(trust);
}

cchip_added cchip_trust_add_certificate(cchip_trust *trust, const uint8_t *bytes, size_t length) {
    ERR_clear_error();
    if (length > 1 << 16) return cchip_added_nothing;
    const uint8_t *at = bytes;
    X509 *certificate = d2i_X509(NULL, &at, (long)length);
    if (!certificate || at != bytes + length) {
        X509_free(certificate);
        return cchip_added_nothing;
    }
    bool is_anchor = X509_check_ca(certificate) > 0;
    STACK_OF(X509) *list = is_anchor ? trust->anchors : trust->signers;
    cchip_added added = is_anchor ? cchip_added_anchor : cchip_added_signer;
    if (sk_X509_push(list, certificate) > 0) return added;
    X509_free(certificate);
    return cchip_added_nothing;
}

bool cchip_trust_add_crl(cchip_trust *trust, const uint8_t *bytes, size_t length) {
    ERR_clear_error();
    if (length > 1 << 26) return false;
    const uint8_t *at = bytes;
    X509_CRL *crl = d2i_X509_CRL(NULL, &at, (long)length);
    if (crl && at == bytes + length && sk_X509_CRL_push(trust->crls, crl) > 0) return true;
    X509_CRL_free(crl);
    return false;
}

size_t cchip_trust_anchors(const cchip_trust *trust) { return (size_t)sk_X509_num(trust->anchors); }

struct cchip_cms {
    CMS_ContentInfo *info;
    BIO *content;
    // Belongs to `info`.
    CMS_SignerInfo *signer;
    X509 *certificate;
    char type[64];
    uint8_t *attributes, *certificate_bytes;
    size_t attributes_length, certificate_length;
};

cchip_cms *cchip_cms_new(const uint8_t *bytes, size_t length) {
    ERR_clear_error();
    if (length > 1 << 28) return NULL;
    cchip_cms *cms = calloc(1, sizeof *cms);
    if (!cms) return NULL;
    const uint8_t *at = bytes;
    cms->info = d2i_CMS_ContentInfo(NULL, &at, (long)length);
    if (cms->info && at == bytes + length && OBJ_obj2nid(CMS_get0_type(cms->info)) == NID_pkcs7_signed) {
        const ASN1_OBJECT *type = CMS_get0_eContentType(cms->info);
        if (type && OBJ_obj2txt(cms->type, sizeof cms->type, type, 1) < (int)sizeof cms->type) return cms;
    }
    cchip_cms_free(cms);
    return NULL;
}

void cchip_cms_free(cchip_cms *cms) {
    if (!cms) return;
    OPENSSL_free(cms->attributes);
    OPENSSL_free(cms->certificate_bytes);
    X509_free(cms->certificate);
    BIO_free(cms->content);
    CMS_ContentInfo_free(cms->info);
    free(cms);
}

const char *cchip_cms_type(const cchip_cms *cms) { return cms->type; }

/// The signed attributes in DER, which is what was signed but for the tag around them.
static void keep_attributes(cchip_cms *cms) {
    int count = CMS_signed_get_attr_count(cms->signer);
    size_t total = 0;
    for (int i = 0; i < count; i++) {
        int size = i2d_X509_ATTRIBUTE(CMS_signed_get_attr(cms->signer, i), NULL);
        if (size <= 0 || size > 1 << 20) return;
        total += (size_t)size;
    }
    uint8_t *at = total > 0 ? OPENSSL_malloc(total) : NULL;
    if (!at) return;
    cms->attributes = at;
    cms->attributes_length = total;
    for (int i = 0; i < count; i++) i2d_X509_ATTRIBUTE(CMS_signed_get_attr(cms->signer, i), &at);
}

/// The certificate of the one signer. Issuers write their names in other string types than their certificates have, so a
/// single certificate is taken to be meant; whether it is tells the signature.
static X509 *signer_certificate(cchip_cms *cms, const cchip_trust *trust) {
    STACK_OF(X509) *own = CMS_get1_certs(cms->info);
    X509 *found = NULL;
    for (int i = 0; i < sk_X509_num(own) && !found; i++)
        if (CMS_SignerInfo_cert_cmp(cms->signer, sk_X509_value(own, i)) == 0) found = sk_X509_value(own, i);
    if (!found && sk_X509_num(own) == 1) found = sk_X509_value(own, 0);
    for (int i = 0; trust && i < sk_X509_num(trust->signers) && !found; i++)
        if (CMS_SignerInfo_cert_cmp(cms->signer, sk_X509_value(trust->signers, i)) == 0)
            found = sk_X509_value(trust->signers, i);
    if (found) X509_up_ref(found);
    sk_X509_pop_free(own, X509_free);
    return found;
}

/// Whether the kind of content that was signed is the one that the content says it is, which libcrypto does not compare.
/// RFC 5652, 11.1.
static bool is_of_signed_type(const cchip_cms *cms) {
    // One attribute with one value.
    const ASN1_OBJECT *type =
        CMS_signed_get0_data_by_OBJ(cms->signer, OBJ_nid2obj(NID_pkcs9_contentType), -3, V_ASN1_OBJECT);
    return type && OBJ_cmp(type, CMS_get0_eContentType(cms->info)) == 0;
}

cchip_signature cchip_cms_verify(cchip_cms *cms, const cchip_trust *trust) {
    ERR_clear_error();
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(cms->info);
    if (cms->content || !signers || sk_CMS_SignerInfo_num(signers) != 1) return cchip_signature_no_signer;
    cms->signer = sk_CMS_SignerInfo_value(signers, 0);
    keep_attributes(cms);
    cms->content = BIO_new(BIO_s_mem());
    ASN1_OCTET_STRING **detached = CMS_get0_content(cms->info);
    if (!cms->content || !detached || !*detached) return cchip_signature_no_signer;
    cms->certificate = signer_certificate(cms, trust);
    if (!cms->certificate) {
        // The content is to be had without a proof too.
        BIO_write(cms->content, ASN1_STRING_get0_data(*detached), ASN1_STRING_length(*detached));
        return cchip_signature_no_certificate;
    }
    int size = i2d_X509(cms->certificate, &cms->certificate_bytes);
    cms->certificate_length = size > 0 ? (size_t)size : 0;
    CMS_SignerInfo_set1_signer_cert(cms->signer, cms->certificate);
    // Where the signature is over the content itself nobody has signed what kind of content it is.
    const bool has_attributes = CMS_signed_get_attr_count(cms->signer) >= 0;
    BIO *content = BIO_new(BIO_s_mem());
    bool good = content
        && CMS_verify(cms->info, NULL, NULL, NULL, content, CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY) == 1;
    if (good) {
        BIO_free(cms->content);
        cms->content = content;
        return has_attributes && is_of_signed_type(cms) ? cchip_signature_holds : cchip_signature_other_type;
    }
    BIO_free(content);
    BIO_write(cms->content, ASN1_STRING_get0_data(*detached), ASN1_STRING_length(*detached));
    unsigned long error = ERR_peek_last_error();
    // Without attributes the library calls a wrong signature so too.
    return has_attributes && ERR_GET_LIB(error) == ERR_LIB_CMS && ERR_GET_REASON(error) == CMS_R_CONTENT_VERIFY_ERROR
        ? cchip_signature_other_content : cchip_signature_wrong;
}

cchip_bytes cchip_cms_content(const cchip_cms *cms) {
    char *bytes = NULL;
    long length = cms->content ? BIO_get_mem_data(cms->content, &bytes) : 0;
    return (cchip_bytes){(const uint8_t *)bytes, length > 0 ? (size_t)length : 0};
}

cchip_bytes cchip_cms_attributes(const cchip_cms *cms) { return (cchip_bytes){cms->attributes, cms->attributes_length}; }

cchip_bytes cchip_cms_signature(const cchip_cms *cms) {
    ASN1_OCTET_STRING *value = cms->signer ? CMS_SignerInfo_get0_signature(cms->signer) : NULL;
    if (!value) return (cchip_bytes){0};
    return (cchip_bytes){ASN1_STRING_get0_data(value), (size_t)ASN1_STRING_length(value)};
}

cchip_bytes cchip_cms_certificate(const cchip_cms *cms) {
    return (cchip_bytes){cms->certificate_bytes, cms->certificate_length};
}

/// Lets pass that a curve's parameters are written out, as ICAO Doc 9303-12 demands, when they are those of a curve that
/// has a name; OpenSSL refuses them in a chain.
static int lets_pass(int good, X509_STORE_CTX *context) {
    if (good || X509_STORE_CTX_get_error(context) != X509_V_ERR_EC_KEY_EXPLICIT_PARAMS) return good;
    X509 *certificate = X509_STORE_CTX_get_current_cert(context);
    EVP_PKEY *key = certificate ? X509_get0_pubkey(certificate) : NULL;
    char name[64];
    size_t size = 0;
    if (!key || EVP_PKEY_get_group_name(key, name, sizeof name, &size) != 1) return 0;
    X509_STORE_CTX_set_error(context, X509_V_OK);
    return 1;
}

/// X509_V_OK, or why libcrypto does not take the anchor for the issuer; dates are not looked at.
static int chain_error(X509 *certificate, X509 *anchor) {
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    int error = X509_V_ERR_OUT_OF_MEM;
    if (store && context && X509_STORE_add_cert(store, anchor) == 1
        && X509_STORE_CTX_init(context, store, certificate, NULL) == 1) {
        X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME);
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
        X509_STORE_CTX_set_verify_cb(context, lets_pass);
        bool good = X509_verify_cert(context) == 1;
        error = X509_STORE_CTX_get_error(context);
        if (!good && error == X509_V_OK) error = X509_V_ERR_UNSPECIFIED;
    }
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    return error;
}

/// The country of a name in capitals; empty when there is none, or one that no code has.
static void read_country(X509_NAME *name, char country[4]) {
    country[0] = 0;
    int at = X509_NAME_get_index_by_NID(name, NID_countryName, -1);
    const ASN1_STRING *value = at >= 0 ? X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)) : NULL;
    int length = value ? ASN1_STRING_length(value) : 0;
    if (length < 2 || length > 3) return;
    const unsigned char *text = ASN1_STRING_get0_data(value);
    for (int i = 0; i < length; i++)
        if (text[i] >= 0x80 || !isalpha(text[i])) return;
    for (int i = 0; i < length; i++) country[i] = (char)toupper(text[i]);
    country[length] = 0;
}

/// Whether `moment` lies before a certificate's time (-1), in it (0) or after it (1).
static int place_in_time(const X509 *certificate, time_t moment) {
    // 1 means that the certificate's time comes later than the moment, 0 that it is no time.
    if (X509_cmp_time(X509_get0_notBefore(certificate), &moment) != -1) return -1;
    return X509_cmp_time(X509_get0_notAfter(certificate), &moment) == 1 ? 0 : 1;
}

static cchip_time times(const cchip_cms *cms, const X509 *anchor, time_t now) {
    int place = place_in_time(cms->certificate, now);
    if (place != 0) return place < 0 ? cchip_time_signer_early : cchip_time_signer_expired;
    place = place_in_time(anchor, now);
    if (place != 0) return place < 0 ? cchip_time_anchor_early : cchip_time_anchor_expired;
    int at = CMS_signed_get_attr_by_NID(cms->signer, NID_pkcs9_signingTime, -1);
    X509_ATTRIBUTE *attribute = at >= 0 ? CMS_signed_get_attr(cms->signer, at) : NULL;
    ASN1_TYPE *value = attribute ? X509_ATTRIBUTE_get0_type(attribute, 0) : NULL;
    if (!value) return cchip_time_holds;
    int type = ASN1_TYPE_get(value);
    if (type != V_ASN1_UTCTIME && type != V_ASN1_GENERALIZEDTIME) return cchip_time_signed_outside;
    const ASN1_TIME *signed_at = value->value.asn1_string;
    int after_start = ASN1_TIME_compare(signed_at, X509_get0_notBefore(cms->certificate));
    int after_end = ASN1_TIME_compare(signed_at, X509_get0_notAfter(cms->certificate));
    return (after_start == 0 || after_start == 1) && (after_end == 0 || after_end == -1)
        ? cchip_time_holds : cchip_time_signed_outside;
}

/// Whether an anchor of that name has signed the list. An authority that has a new key signs its one list with that, also
/// for the certificates that it issued with the key before. ICAO Doc 9303-12, 4.
static bool is_list_of(X509_CRL *crl, const X509_NAME *name, const cchip_trust *trust) {
    if (X509_NAME_cmp(X509_CRL_get_issuer(crl), name) != 0) return false;
    for (int i = 0; i < sk_X509_num(trust->anchors); i++) {
        X509 *anchor = sk_X509_value(trust->anchors, i);
        if (X509_NAME_cmp(X509_get_subject_name(anchor), name) != 0) continue;
        EVP_PKEY *key = X509_get0_pubkey(anchor);
        if (key && X509_CRL_verify(crl, key) == 1) return true;
    }
    return false;
}

/// Whether what is not on the list is not revoked. It may be a part of a list, or say in an extension that is not known
/// here what it is good for. RFC 5280, 5.2; ICAO Doc 9303-12 has no such lists.
static bool is_complete(const X509_CRL *crl) {
    for (int i = 0; i < X509_CRL_get_ext_count(crl); i++) {
        X509_EXTENSION *extension = X509_CRL_get_ext(crl, i);
        const int kind = OBJ_obj2nid(X509_EXTENSION_get_object(extension));
        if (kind == NID_delta_crl || kind == NID_issuing_distribution_point) return false;
        if (X509_EXTENSION_get_critical(extension) && kind != NID_authority_key_identifier && kind != NID_crl_number)
            return false;
    }
    return true;
}

static cchip_revocation revocation(const cchip_cms *cms, const cchip_trust *trust, X509 *anchor, time_t now) {
    cchip_revocation best = cchip_revocation_no_list;
    for (int i = 0; i < sk_X509_CRL_num(trust->crls); i++) {
        X509_CRL *crl = sk_X509_CRL_value(trust->crls, i);
        if (!is_list_of(crl, X509_get_subject_name(anchor), trust)) continue;
        X509_REVOKED *entry = NULL;
        if (X509_CRL_get0_by_cert(crl, &entry, cms->certificate) == 1 || X509_CRL_get0_by_cert(crl, &entry, anchor) == 1)
            return cchip_revocation_revoked;
        if (!is_complete(crl)) continue;
        const ASN1_TIME *next = X509_CRL_get0_nextUpdate(crl);
        bool is_current = X509_cmp_time(X509_CRL_get0_lastUpdate(crl), &now) == -1
            && next && X509_cmp_time(next, &now) == 1;
        if (is_current) best = cchip_revocation_none;
        else if (best == cchip_revocation_no_list) best = cchip_revocation_stale;
    }
    return best;
}

/// Whether a certificate may sign documents: not that of an authority, nor one that is for something else. Doc 9303 has
/// no extended key usage for it. ICAO Doc 9303-12, 7.1.
static bool may_sign_documents(X509 *certificate) {
    if (X509_check_ca(certificate) > 0) return false;
    // Both are all ones where the certificate does not say.
    if (!(X509_get_key_usage(certificate) & KU_DIGITAL_SIGNATURE)) return false;
    return X509_get_extended_key_usage(certificate) & XKU_ANYEKU;
}

bool cchip_cms_trust(const cchip_cms *cms, const cchip_trust *trust, int64_t now, cchip_trust_report *report) {
    ERR_clear_error();
    memset(report, 0, sizeof *report);
    if (!cms->certificate) return false;
    report->chain = cchip_chain_unknown_issuer;
    read_country(X509_get_subject_name(cms->certificate), report->signer_country);
    for (int i = 0; i < sk_X509_num(trust->anchors); i++) {
        X509 *anchor = sk_X509_value(trust->anchors, i);
        if (X509_NAME_cmp(X509_get_issuer_name(cms->certificate), X509_get_subject_name(anchor)) != 0) continue;
        EVP_PKEY *key = X509_get0_pubkey(anchor);
        if (!key || X509_verify(cms->certificate, key) != 1) {
            if (report->chain == cchip_chain_unknown_issuer) report->chain = cchip_chain_wrong_issuer;
            continue;
        }
        report->chain = may_sign_documents(cms->certificate) && chain_error(cms->certificate, anchor) == X509_V_OK
            ? cchip_chain_holds : cchip_chain_not_allowed;
        read_country(X509_get_subject_name(anchor), report->anchor_country);
        report->time = times(cms, anchor, (time_t)now);
        report->revocation = revocation(cms, trust, anchor, (time_t)now);
        // Another anchor with the same key may be the one that is valid today.
        if (report->chain == cchip_chain_holds && report->time == cchip_time_holds) break;
    }
    ERR_clear_error();
    return true;
}
