// The emulator may use what OpenSSL 3 calls deprecated: it is no product, and the short way is the readable one.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros, which Swift does not import.
static inline STACK_OF(X509) *emulator_certificates(void) { return sk_X509_new_null(); }
static inline int emulator_push(STACK_OF(X509) *stack, X509 *certificate) { return sk_X509_push(stack, certificate); }
static inline void emulator_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
