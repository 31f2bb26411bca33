#pragma once
#include <stddef.h>
#include <stdint.h>

// The functions of the TCG Feature API (TSS 2.0 FAPI, version 0.94) that Merlon calls, as members of one table. A status of 0 is success.

/// FAPI_CONTEXT, which is opaque.
typedef struct merlon_fapi_context merlon_fapi_context;

/// Asks for the authorization value of an object.
typedef uint32_t (*merlon_fapi_authorize)(const char *path, const char *description, const char **value, void *user);

/// The library's functions, named as it names them.
typedef struct merlon_fapi {
  uint32_t (*initialize)(merlon_fapi_context **context, const char *uri);
  void (*finalize)(merlon_fapi_context **context);
  void (*free)(void *pointer);
  uint32_t (*get_info)(merlon_fapi_context *context, char **info);
  uint32_t (*provision)(merlon_fapi_context *context, const char *endorsement, const char *owner, const char *lockout);
  uint32_t (*list)(merlon_fapi_context *context, const char *path, char **paths);
  uint32_t (*delete_object)(merlon_fapi_context *context, const char *path);
  uint32_t (*import)(merlon_fapi_context *context, const char *path, const char *data);
  uint32_t (*set_authorize)(merlon_fapi_context *context, merlon_fapi_authorize callback, void *user);
  uint32_t (*get_blobs)(merlon_fapi_context *context, const char *path, uint8_t **public_area, size_t *public_count, uint8_t **private_area,
                        size_t *private_count, char **policy);
  uint32_t (*create_key)(merlon_fapi_context *context, const char *path, const char *type, const char *policy, const char *authorization);
  uint32_t (*sign)(merlon_fapi_context *context, const char *path, const char *padding, const uint8_t *digest, size_t digest_count,
                   uint8_t **signature, size_t *signature_count, char **public_key, char **certificate);
  uint32_t (*create_seal)(merlon_fapi_context *context, const char *path, const char *type, size_t count, const char *policy,
                          const char *authorization, const uint8_t *data);
  uint32_t (*unseal)(merlon_fapi_context *context, const char *path, uint8_t **data, size_t *count);
  uint32_t (*create_nv)(merlon_fapi_context *context, const char *path, const char *type, size_t count, const char *policy,
                        const char *authorization);
  uint32_t (*nv_read)(merlon_fapi_context *context, const char *path, uint8_t **data, size_t *count, char **log);
  uint32_t (*nv_increment)(merlon_fapi_context *context, const char *path);
  uint32_t (*get_tcti)(merlon_fapi_context *context, void **tcti);
} merlon_fapi;

/// Loads the library of this name and fills the table; 0 when it is absent or lacks a function. It stays loaded.
int merlon_fapi_load(const char *library, merlon_fapi *table);

/// Sends one TPM command through a TCTI context that FAPI gave (TSS 2.0 TCTI, 3.2) and waits for the response, for which there are `*count` bytes
/// of room. 0 on success.
uint32_t merlon_tpm_transceive(void *tcti, const uint8_t *command, size_t command_count, uint8_t *response, size_t *count);

/// Flushes every transient object and session that this connection can see; failures change nothing.
void merlon_tpm_flush(void *tcti);
