#pragma once

// The part of PKCS #11 (Cryptoki 2.40, OASIS) that Merlon calls. Structures are laid out as on Unix: no packing, unsigned long as the number.

typedef unsigned long ck_number;
typedef ck_number ck_status;

typedef struct ck_version {
  unsigned char major, minor;
} ck_version;

typedef struct ck_token_info {
  unsigned char label[32], manufacturer[32], model[16], serial[16];
  ck_number flags;
  ck_number counts_and_memory[10];
  ck_version hardware, firmware;
  unsigned char time[16];
} ck_token_info;

typedef struct ck_attribute {
  ck_number type;
  void *value;
  ck_number count;
} ck_attribute;

typedef struct ck_mechanism {
  ck_number type;
  void *parameter;
  ck_number count;
} ck_mechanism;

typedef struct ck_mechanism_info {
  ck_number minimum, maximum, flags;
} ck_mechanism_info;

/// CK_GCM_PARAMS of version 2.40.
typedef struct ck_gcm_parameters {
  unsigned char *iv;
  ck_number iv_count, iv_bits;
  unsigned char *additional;
  ck_number additional_count, tag_bits;
} ck_gcm_parameters;

/// CK_ECDH1_DERIVE_PARAMS.
typedef struct ck_ecdh_parameters {
  ck_number derivation, shared_count;
  unsigned char *shared;
  ck_number public_count;
  unsigned char *public_key;
} ck_ecdh_parameters;

/// CK_C_INITIALIZE_ARGS.
typedef struct ck_initialize_arguments {
  void *create_mutex, *destroy_mutex, *lock_mutex, *unlock_mutex;
  ck_number flags;
  void *reserved;
} ck_initialize_arguments;

/// CK_FUNCTION_LIST: the order is the standard's. Functions that are not called stand as plain pointers.
typedef struct ck_functions {
  ck_version version;
  ck_status (*initialize)(void *arguments);
  void *finalize, *get_info, *get_function_list;
  ck_status (*get_slot_list)(unsigned char with_token, ck_number *slots, ck_number *count);
  void *get_slot_info;
  ck_status (*get_token_info)(ck_number slot, ck_token_info *info);
  void *get_mechanism_list;
  ck_status (*get_mechanism_info)(ck_number slot, ck_number type, ck_mechanism_info *info);
  void *init_token, *init_pin, *set_pin;
  ck_status (*open_session)(ck_number slot, ck_number flags, void *application, void *notify, ck_number *session);
  ck_status (*close_session)(ck_number session);
  ck_status (*close_all_sessions)(ck_number slot);
  void *get_session_info, *get_operation_state, *set_operation_state;
  ck_status (*login)(ck_number session, ck_number user, const unsigned char *pin, ck_number count);
  ck_status (*logout)(ck_number session);
  void *create_object, *copy_object;
  ck_status (*destroy_object)(ck_number session, ck_number object);
  void *get_object_size;
  ck_status (*get_attributes)(ck_number session, ck_number object, ck_attribute *attributes, ck_number count);
  void *set_attributes;
  ck_status (*find_init)(ck_number session, ck_attribute *attributes, ck_number count);
  ck_status (*find)(ck_number session, ck_number *objects, ck_number capacity, ck_number *count);
  ck_status (*find_final)(ck_number session);
  ck_status (*encrypt_init)(ck_number session, ck_mechanism *mechanism, ck_number key);
  ck_status (*encrypt)(ck_number session, const unsigned char *data, ck_number data_count, unsigned char *output, ck_number *output_count);
  void *encrypt_update, *encrypt_final;
  ck_status (*decrypt_init)(ck_number session, ck_mechanism *mechanism, ck_number key);
  ck_status (*decrypt)(ck_number session, const unsigned char *data, ck_number data_count, unsigned char *output, ck_number *output_count);
  void *decrypt_update, *decrypt_final;
  void *digest_init, *digest, *digest_update, *digest_key, *digest_final;
  ck_status (*sign_init)(ck_number session, ck_mechanism *mechanism, ck_number key);
  ck_status (*sign)(ck_number session, const unsigned char *data, ck_number data_count, unsigned char *output, ck_number *output_count);
  void *sign_update, *sign_final, *sign_recover_init, *sign_recover;
  void *verify_init, *verify, *verify_update, *verify_final, *verify_recover_init, *verify_recover;
  void *digest_encrypt_update, *decrypt_digest_update, *sign_encrypt_update, *decrypt_verify_update;
  ck_status (*generate_key)(ck_number session, ck_mechanism *mechanism, ck_attribute *attributes, ck_number count, ck_number *key);
  ck_status (*generate_key_pair)(ck_number session, ck_mechanism *mechanism, ck_attribute *public_attributes, ck_number public_count,
                                 ck_attribute *private_attributes, ck_number private_count, ck_number *public_key, ck_number *private_key);
  void *wrap_key, *unwrap_key;
  ck_status (*derive_key)(ck_number session, ck_mechanism *mechanism, ck_number base, ck_attribute *attributes, ck_number count,
                          ck_number *key);
  void *seed_random, *generate_random, *get_function_status, *cancel_function, *wait_for_slot_event;
} ck_functions;

/// The function list of the module at this path, loaded for good; NULL when there is no such module.
const ck_functions *merlon_cryptoki_load(const char *path);
