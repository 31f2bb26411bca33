#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

// Parameters keep the addresses of their names and values, which Swift lends for one call only: they are built and used within one call here.

/// A key of a NIST curve from its encoded public point and, unless that is NULL, its private scalar. NULL when the library refuses it.
static inline EVP_PKEY *merlon_curve_key(const char *group, const BIGNUM *scalar, const unsigned char *point, size_t count) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  OSSL_PARAM *parameters = NULL;
  EVP_PKEY *key = NULL;
  if (OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1 &&
      (scalar == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1) &&
      (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
    EVP_PKEY_fromdata(context, &key, scalar == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, parameters);
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  return key;
}

/// A new key of a NIST curve, and a new RSA key: the library's own are macros or variadic.
static inline EVP_PKEY *merlon_new_curve_key(const char *group) { return EVP_EC_gen(group); }
static inline EVP_PKEY *merlon_new_rsa_key(unsigned int bits) { return EVP_RSA_gen(bits); }

/// Whether OpenSSL is set to answer with its FIPS module alone; asked once.
static inline int merlon_is_limited_to_fips(void) {
  static _Atomic int known = -1;
  int answer = known;
  if (answer < 0) {
    answer = EVP_default_properties_is_fips_enabled(NULL);
    known = answer;
  }
  return answer;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// HMAC-SHA256 (FIPS 198-1) of two parts, one behind the other, by the digest's own functions on memory of ours, which is wiped. Through EVP each
/// digest allocates and frees a state, which costs as much as a few hundred bytes of it. The code may overlap what it is made of.
static inline void merlon_hmac_sha256(const void *key, size_t keyCount, const void *first, size_t firstCount, const void *second,
                                      size_t secondCount, unsigned char code[SHA256_DIGEST_LENGTH]) {
  SHA256_CTX digest;
  unsigned char pad[SHA256_CBLOCK] = {0};
  unsigned char inner[SHA256_DIGEST_LENGTH];
  if (keyCount > sizeof pad) {
    SHA256_Init(&digest);
    SHA256_Update(&digest, key, keyCount);
    SHA256_Final(pad, &digest);
  } else if (keyCount > 0) {
    memcpy(pad, key, keyCount);
  }
  for (size_t index = 0; index < sizeof pad; index++) pad[index] ^= 0x36;
  SHA256_Init(&digest);
  SHA256_Update(&digest, pad, sizeof pad);
  if (firstCount > 0) SHA256_Update(&digest, first, firstCount);
  if (secondCount > 0) SHA256_Update(&digest, second, secondCount);
  SHA256_Final(inner, &digest);
  for (size_t index = 0; index < sizeof pad; index++) pad[index] ^= 0x36 ^ 0x5C;
  SHA256_Init(&digest);
  SHA256_Update(&digest, pad, sizeof pad);
  SHA256_Update(&digest, inner, sizeof inner);
  SHA256_Final(code, &digest);
  OPENSSL_cleanse(pad, sizeof pad);
  OPENSSL_cleanse(inner, sizeof inner);
  OPENSSL_cleanse(&digest, sizeof digest);
}

#pragma clang diagnostic pop
