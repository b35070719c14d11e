// What libcrypto (OpenSSL 3) does for the chip of a document: ciphers and MACs of secure messaging, the groups of PACE and
// chip authentication, signatures, CMS, certificates. Its macros and macro-made functions are not to be had from Swift.
//
// No function keeps what it is given. Those that give bool or a pointer give false or NULL when something is wrong with
// what they were given, or when libcrypto has no memory; the output then means nothing.
#ifndef CCHIP_H
#define CCHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// --- Symmetric.

/// SHA-1 and SHA-2 by the size of their digests: 20, 28, 32, 48 or 64 bytes.
bool cchip_hash(size_t size, const uint8_t *input, size_t length, uint8_t *digest);

/// CBC without padding: 3DES with two keys (16 bytes, iv of 8) or AES (16, 24 or 32 bytes, iv of 16). The output is as long
/// as the input.
bool cchip_cbc(bool is_aes, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *iv, const uint8_t *input,
               size_t length, uint8_t *output);

/// ISO/IEC 9797-1 MAC algorithm 3 with DES over input that is padded already: a key of 16 bytes, a MAC of 8.
bool cchip_retail_mac(const uint8_t *key, const uint8_t *padded, size_t length, uint8_t *mac);

/// AES-CMAC: 16 bytes. NIST SP 800-38B.
bool cchip_cmac(const uint8_t *key, size_t key_length, const uint8_t *input, size_t length, uint8_t *mac);

/// Random bytes for keys and nonces.
bool cchip_random(uint8_t *bytes, size_t length);

/// Overwrites with zeros, which no compiler leaves out.
void cchip_clear(void *bytes, size_t length);

/// Whether both are the same, in a time that does not depend on where they differ.
bool cchip_same(const uint8_t *one, const uint8_t *other, size_t length);

// --- Groups of PACE and chip authentication: an elliptic curve, or integers modulo a prime with a subgroup.

typedef struct cchip_domain cchip_domain;

/// One of the standardised domain parameters of ICAO Doc 9303-11, 9.5.1: 0 to 2 and 8 to 18.
cchip_domain *cchip_domain_new(int identifier);

/// The group of a SubjectPublicKeyInfo in DER. Curves that have no name are refused, primes of 1024 to 4096 bits taken.
///
/// element: room for CCHIP_MAX_ELEMENT bytes: the encoded public key.
cchip_domain *cchip_domain_of_key(const uint8_t *info, size_t length, uint8_t *element);

void cchip_domain_free(cchip_domain *domain);

/// Whether it is a curve.
bool cchip_domain_is_curve(const cchip_domain *domain);
/// Bytes of a coordinate, or of an integer modulo the prime.
size_t cchip_domain_field(const cchip_domain *domain);
/// Bytes of the order of the group.
size_t cchip_domain_order(const cchip_domain *domain);

/// The largest encoded element: 4096 bits.
#define CCHIP_MAX_ELEMENT 512

// Elements are encoded as an uncompressed point (04, x, y), or as an integer as long as the prime. What is decoded is on
// the curve, or in the subgroup, and not the neutral element; anything else is refused. Scalars are big-endian.

/// A random scalar of `cchip_domain_order` bytes, neither 0 nor the order or more.
bool cchip_domain_scalar(const cchip_domain *domain, uint8_t *scalar);
/// base to the power of scalar; the generator's where base is NULL.
bool cchip_domain_power(const cchip_domain *domain, const uint8_t *scalar, size_t scalar_length, const uint8_t *base,
                        size_t base_length, uint8_t *element);
/// Generic mapping: the generator to the power of the nonce, times an element. ICAO Doc 9303-11, 4.4.3.3.
bool cchip_domain_mapped(const cchip_domain *domain, const uint8_t *nonce, size_t nonce_length, const uint8_t *shared,
                         size_t shared_length, uint8_t *element);
/// Integrated mapping of a pseudo-random number. ICAO Doc 9303-11, 4.4.3.3.2 and appendix B.
bool cchip_domain_integrated(const cchip_domain *domain, const uint8_t *number, size_t length, uint8_t *element);
/// What both sides of a key agreement know: the x coordinate or the integer, `cchip_domain_field` bytes.
bool cchip_domain_secret(const cchip_domain *domain, const uint8_t *scalar, size_t scalar_length, const uint8_t *element,
                         size_t element_length, uint8_t *secret);

// --- Signatures of chips.

typedef enum { cchip_key_none, cchip_key_rsa, cchip_key_ec } cchip_key_kind;

/// What a SubjectPublicKeyInfo in DER holds; none also for sizes that no chip has: RSA of 512 to 8192 bits and curves with
/// a name are taken.
cchip_key_kind cchip_key(const uint8_t *info, size_t length, size_t *bits);
/// Opens a signature with the RSA key: as many bytes as the modulus has, which is what the signature must have.
bool cchip_rsa_open(const uint8_t *info, size_t length, const uint8_t *signature, size_t signature_length,
                    uint8_t *opened);
/// Whether an ECDSA signature over a digest holds; r and s side by side, or in DER.
bool cchip_ecdsa(const uint8_t *info, size_t length, const uint8_t *digest, size_t digest_length,
                 const uint8_t *signature, size_t signature_length);

// --- Certificates and CMS.

/// Certificates and revocation lists that are trusted. Once filled it may be used from several threads.
typedef struct cchip_trust cchip_trust;

cchip_trust *cchip_trust_new(void);
void cchip_trust_free(cchip_trust *trust);
typedef enum { cchip_added_nothing, cchip_added_anchor, cchip_added_signer } cchip_added;
/// Adds a certificate in DER; that of an authority becomes an anchor, any other helps where EF.SOD brings none.
cchip_added cchip_trust_add_certificate(cchip_trust *trust, const uint8_t *bytes, size_t length);
/// Adds a certificate revocation list in DER.
bool cchip_trust_add_crl(cchip_trust *trust, const uint8_t *bytes, size_t length);
size_t cchip_trust_anchors(const cchip_trust *trust);

/// A CMS SignedData in DER or BER. RFC 5652.
typedef struct cchip_cms cchip_cms;

cchip_cms *cchip_cms_new(const uint8_t *bytes, size_t length);
void cchip_cms_free(cchip_cms *cms);

typedef enum {
    cchip_signature_holds,
    /// The signature is not the signer's.
    cchip_signature_wrong,
    /// The digest among the signed attributes is not that of the content.
    cchip_signature_other_content,
    /// The signer's certificate is not there.
    cchip_signature_no_certificate,
    /// There is no signer, or there are too many.
    cchip_signature_no_signer,
    /// The signature holds, and the kind of content that was signed is another one, or none was.
    cchip_signature_other_type,
} cchip_signature;

/// Verifies the signature over the content with the certificates that it brings, or with those of `trust`, which may be
/// NULL. Whether the certificate is to be trusted is another question. Once for each CMS.
cchip_signature cchip_cms_verify(cchip_cms *cms, const cchip_trust *trust);

typedef struct {
    const uint8_t *bytes;
    size_t length;
} cchip_bytes;

/// The object identifier of the content in dotted decimals; empty when there is none.
const char *cchip_cms_type(const cchip_cms *cms);
// What follows is there once the signature was looked at, lives as long as the CMS and is empty where there is none.

/// The content, also when its signature is wrong.
cchip_bytes cchip_cms_content(const cchip_cms *cms);
/// The signed attributes, each in DER, one after another.
cchip_bytes cchip_cms_attributes(const cchip_cms *cms);
/// The signature itself.
cchip_bytes cchip_cms_signature(const cchip_cms *cms);
/// The signer's certificate in DER.
cchip_bytes cchip_cms_certificate(const cchip_cms *cms);

typedef enum {
    cchip_chain_holds,
    /// No anchor has the name of the certificate's issuer.
    cchip_chain_unknown_issuer,
    /// Anchors have that name, and none of them has signed the certificate.
    cchip_chain_wrong_issuer,
    /// An anchor has signed it and one of both may not do what it does: sign certificates, or documents.
    cchip_chain_not_allowed,
} cchip_chain;

typedef enum {
    cchip_time_holds,
    cchip_time_signer_expired,
    cchip_time_signer_early,
    cchip_time_anchor_expired,
    cchip_time_anchor_early,
    /// What is signed says that it was signed when the certificate was not valid.
    cchip_time_signed_outside,
} cchip_time;

typedef enum {
    cchip_revocation_no_list,
    /// The list is out of date, or not yet valid.
    cchip_revocation_stale,
    cchip_revocation_none,
    cchip_revocation_revoked,
} cchip_revocation;

typedef struct {
    cchip_chain chain;
    /// Means something where the chain holds.
    cchip_time time;
    /// Means something where the chain holds.
    cchip_revocation revocation;
    /// Countries of the signer and of its issuer as their certificates have them, in capitals; empty where they have none.
    char signer_country[4], anchor_country[4];
} cchip_trust_report;

/// Looks at the signer's certificate of a CMS that was verified: by whom it was issued, whether it is valid at `now`
/// (seconds since 1970), whether it was revoked.
bool cchip_cms_trust(const cchip_cms *cms, const cchip_trust *trust, int64_t now, cchip_trust_report *report);

#endif
