#pragma once

#include <stddef.h>

// A client's private key that OpenSSL cannot see: whoever holds it signs. Linux only; elsewhere the functions give NULL.
//
// OpenSSL 3 takes foreign keys from providers. This one lives in a library context of its own, beside OpenSSL's default provider, so that no other
// user of OpenSSL in the process meets it.

/// Signs exactly these bytes by ECDSA with the curve's hash. Writes the DER signature, at most `*count` bytes, and its length. 1 on success.
typedef int (*merlon_client_sign)(void *owner, const unsigned char *message, size_t message_count, unsigned char *signature, size_t *count);

/// A library context (`OSSL_LIB_CTX *`) with the default provider and the one for foreign keys; NULL on failure. It is never freed: threads that used
/// it refer to it when they end.
void *merlon_client_library_new(void);

/// An `EVP_PKEY *` of the curve ("P-256" or "P-384") with this uncompressed public point, whose signatures `sign` makes. NULL on failure. `owner`
/// must live as long as the key is used.
void *merlon_client_key_new(void *library, const char *curve, const unsigned char *point, size_t count, merlon_client_sign sign, void *owner);
