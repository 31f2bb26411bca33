#include "CMerlonClientKey.h"

#if defined(__linux__)
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdint.h>
#include <string.h>

#define MAXIMUM_POINT 97
// The pointers to the signer travel to the key by parameters with these names.
#define PARAMETER_SIGN "merlon-sign"
#define PARAMETER_OWNER "merlon-owner"

typedef struct {
  char curve[8];
  unsigned char point[MAXIMUM_POINT];
  size_t count;
  merlon_client_sign sign;
  void *owner;
} client_key;

// Key management: an EC key of which only the public half is known.

static void *key_new(void *provider) {
  (void)provider;
  return OPENSSL_zalloc(sizeof(client_key));
}

static void key_free(void *key) { OPENSSL_free(key); }

static int key_has(const void *key, int selection) {
  const client_key *known = key;
  if (known == NULL) return 0;
  if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 && known->sign == NULL) return 0;
  return known->count > 0;
}

static int key_match(const void *left, const void *right, int selection) {
  const client_key *a = left, *b = right;
  (void)selection;
  return a->count == b->count && strcmp(a->curve, b->curve) == 0 && memcmp(a->point, b->point, a->count) == 0;
}

// The names under which OpenSSL knows the two curves.
static const char *curve_name(const char *name) {
  if (strcmp(name, "P-256") == 0 || strcmp(name, "prime256v1") == 0) return "P-256";
  if (strcmp(name, "P-384") == 0 || strcmp(name, "secp384r1") == 0) return "P-384";
  return NULL;
}

static int key_import(void *key, int selection, const OSSL_PARAM parameters[]) {
  client_key *made = key;
  const OSSL_PARAM *group = OSSL_PARAM_locate_const(parameters, OSSL_PKEY_PARAM_GROUP_NAME);
  const OSSL_PARAM *point = OSSL_PARAM_locate_const(parameters, OSSL_PKEY_PARAM_PUB_KEY);
  const OSSL_PARAM *sign = OSSL_PARAM_locate_const(parameters, PARAMETER_SIGN);
  const OSSL_PARAM *owner = OSSL_PARAM_locate_const(parameters, PARAMETER_OWNER);
  char name[32] = {0}, *text = name;
  (void)selection;
  if (group == NULL || point == NULL || point->data_type != OSSL_PARAM_OCTET_STRING) return 0;
  if (OSSL_PARAM_get_utf8_string(group, &text, sizeof name) != 1 || curve_name(name) == NULL) return 0;
  if (point->data_size == 0 || point->data_size > MAXIMUM_POINT) return 0;
  strcpy(made->curve, curve_name(name));
  memcpy(made->point, point->data, point->data_size);
  made->count = point->data_size;
  if (sign != NULL && owner != NULL && sign->data_size == sizeof made->sign && owner->data_size == sizeof made->owner) {
    memcpy(&made->sign, sign->data, sizeof made->sign);
    memcpy(&made->owner, owner->data, sizeof made->owner);
  }
  return 1;
}

static const OSSL_PARAM key_types[] = {
    OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0), OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
    OSSL_PARAM_octet_string(PARAMETER_SIGN, NULL, 0), OSSL_PARAM_octet_string(PARAMETER_OWNER, NULL, 0), OSSL_PARAM_END};

static const OSSL_PARAM *key_import_types(int selection) {
  (void)selection;
  return key_types;
}

// The public half alone leaves; asked for the private one too, the answer is no, and OpenSSL signs with this provider instead of another.
static int key_export(void *key, int selection, OSSL_CALLBACK *take, void *argument) {
  client_key *known = key;
  if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 && known->sign != NULL) return 0;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, known->curve, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, known->point, known->count), OSSL_PARAM_construct_end()};
  return take(parameters, argument);
}

static int key_get(void *key, OSSL_PARAM parameters[]) {
  client_key *known = key;
  int is_large = strcmp(known->curve, "P-384") == 0;
  OSSL_PARAM *p;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_BITS)) != NULL && !OSSL_PARAM_set_int(p, is_large ? 384 : 256)) return 0;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_SECURITY_BITS)) != NULL && !OSSL_PARAM_set_int(p, is_large ? 192 : 128)) return 0;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_MAX_SIZE)) != NULL && !OSSL_PARAM_set_int(p, is_large ? 104 : 72)) return 0;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_GROUP_NAME)) != NULL &&
      !OSSL_PARAM_set_utf8_string(p, is_large ? "secp384r1" : "prime256v1"))
    return 0;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_DEFAULT_DIGEST)) != NULL &&
      !OSSL_PARAM_set_utf8_string(p, is_large ? "SHA384" : "SHA256"))
    return 0;
  if ((p = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_PUB_KEY)) != NULL && !OSSL_PARAM_set_octet_string(p, known->point, known->count)) return 0;
  return 1;
}

static const OSSL_PARAM gettable[] = {
    OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
    OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0), OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_DEFAULT_DIGEST, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0), OSSL_PARAM_END};

static const OSSL_PARAM *key_gettable(void *provider) {
  (void)provider;
  return gettable;
}

static const char *key_operation(int operation) { return operation == OSSL_OP_SIGNATURE ? "ECDSA" : NULL; }

static const OSSL_DISPATCH key_functions[] = {
    {OSSL_FUNC_KEYMGMT_NEW, (void (*)(void))key_new},
    {OSSL_FUNC_KEYMGMT_FREE, (void (*)(void))key_free},
    {OSSL_FUNC_KEYMGMT_HAS, (void (*)(void))key_has},
    {OSSL_FUNC_KEYMGMT_MATCH, (void (*)(void))key_match},
    {OSSL_FUNC_KEYMGMT_IMPORT, (void (*)(void))key_import},
    {OSSL_FUNC_KEYMGMT_IMPORT_TYPES, (void (*)(void))key_import_types},
    {OSSL_FUNC_KEYMGMT_EXPORT, (void (*)(void))key_export},
    {OSSL_FUNC_KEYMGMT_EXPORT_TYPES, (void (*)(void))key_import_types},
    {OSSL_FUNC_KEYMGMT_GET_PARAMS, (void (*)(void))key_get},
    {OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, (void (*)(void))key_gettable},
    {OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, (void (*)(void))key_operation},
    {0, NULL}};

// Signing: the whole message goes to the key's owner, who hashes it, since hardware keys sign messages.

typedef struct {
  client_key *key;
} signing;

static void *signing_new(void *provider, const char *properties) {
  (void)provider;
  (void)properties;
  return OPENSSL_zalloc(sizeof(signing));
}

static void signing_free(void *context) { OPENSSL_free(context); }

static int signing_start(void *context, const char *digest, void *key, const OSSL_PARAM parameters[]) {
  client_key *known = key;
  const char *own = known != NULL && strcmp(known->curve, "P-384") == 0 ? "SHA384" : "SHA256";
  (void)parameters;
  if (known == NULL || known->sign == NULL) return 0;
  // With another hash than the curve's own nothing is signed.
  if (digest != NULL && OPENSSL_strcasecmp(digest, own) != 0 &&
      !(strlen(digest) == 8 && strncmp(digest, "SHA2-", 5) == 0 && strcmp(digest + 5, own + 3) == 0))
    return 0;
  ((signing *)context)->key = known;
  return 1;
}

static int signing_finish(void *context, unsigned char *signature, size_t *count, size_t size, const unsigned char *message, size_t length) {
  client_key *key = ((signing *)context)->key;
  if (key == NULL) return 0;
  if (signature == NULL) {
    *count = strcmp(key->curve, "P-384") == 0 ? 104 : 72;
    return 1;
  }
  *count = size;
  return key->sign(key->owner, message, length, signature, count);
}

static const OSSL_DISPATCH signing_functions[] = {
    {OSSL_FUNC_SIGNATURE_NEWCTX, (void (*)(void))signing_new},
    {OSSL_FUNC_SIGNATURE_FREECTX, (void (*)(void))signing_free},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, (void (*)(void))signing_start},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN, (void (*)(void))signing_finish},
    {0, NULL}};

// The provider.

static const OSSL_ALGORITHM key_algorithms[] = {{"EC:id-ecPublicKey", "provider=merlon", key_functions, NULL}, {NULL, NULL, NULL, NULL}};
static const OSSL_ALGORITHM signing_algorithms[] = {{"ECDSA", "provider=merlon", signing_functions, NULL}, {NULL, NULL, NULL, NULL}};

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
  (void)provider;
  *no_cache = 0;
  return operation == OSSL_OP_KEYMGMT ? key_algorithms : operation == OSSL_OP_SIGNATURE ? signing_algorithms : NULL;
}

static const OSSL_DISPATCH provider_functions[] = {{OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query}, {0, NULL}};

static int start(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **context) {
  (void)in;
  *out = provider_functions;
  *context = (void *)(uintptr_t)handle;
  return 1;
}

void *merlon_client_library_new(void) {
  OSSL_LIB_CTX *library = OSSL_LIB_CTX_new();
  // The default provider first: what both have, keys of certificates above all, is its own.
  if (library != NULL && OSSL_PROVIDER_load(library, "default") != NULL && OSSL_PROVIDER_add_builtin(library, "merlon", start) == 1 &&
      OSSL_PROVIDER_load(library, "merlon") != NULL)
    return library;
  OSSL_LIB_CTX_free(library);
  return NULL;
}

void *merlon_client_key_new(void *library, const char *curve, const unsigned char *point, size_t count, merlon_client_sign sign, void *owner) {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(library, "EC", "provider=merlon");
  EVP_PKEY *key = NULL;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)(uintptr_t)curve, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (unsigned char *)(uintptr_t)point, count),
      OSSL_PARAM_construct_octet_string(PARAMETER_SIGN, &sign, sizeof sign), OSSL_PARAM_construct_octet_string(PARAMETER_OWNER, &owner, sizeof owner),
      OSSL_PARAM_construct_end()};
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1) EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters);
  EVP_PKEY_CTX_free(context);
  return key;
}
#else
void *merlon_client_library_new(void) { return NULL; }
void *merlon_client_key_new(void *library, const char *curve, const unsigned char *point, size_t count, merlon_client_sign sign, void *owner) {
  (void)library, (void)curve, (void)point, (void)count, (void)sign, (void)owner;
  return NULL;
}
#endif
