#pragma once
#include "CMerlonSecretService.h"

#if defined(__linux__)
// Declared by hand after the documentation of libsecret 0.20 and GLib 2; a test compares them with the real headers where these are installed.
typedef struct list {
  void *data;
  struct list *next, *previous;
} list;
typedef struct failure {
  unsigned domain;
  int code;
  char *message;
} failure;

struct merlon_glib {
  void *(*service_get_sync)(int flags, void *cancellable, failure **error);
  list *(*service_search_sync)(void *service, const void *schema, void *attributes, int flags, void *cancellable, failure **error);
  void *(*service_encode_dbus_secret)(void *service, void *value);
  void *(*item_get_attributes)(void *item);
  int (*item_get_locked)(void *item);
  void *(*item_get_secret)(void *item);
  int (*item_set_secret_sync)(void *item, void *value, void *cancellable, failure **error);
  void *(*value_new)(const char *bytes, long count, const char *type);
  const char *(*value_get)(void *value, size_t *count);
  void (*value_unref)(void *value);
  void *(*hash_table_new)(void *hash, void *equal);
  int (*hash_table_insert)(void *table, void *key, void *value);
  void *(*hash_table_lookup)(void *table, const void *key);
  void (*hash_table_unref)(void *table);
  void (*list_free)(list *list);
  void (*object_unref)(void *object);
  void (*error_free)(failure *error);
  void *(*cancellable_new)(void);
  void (*cancellable_cancel)(void *cancellable);
  int (*cancellable_is_cancelled)(void *cancellable);
  void *(*proxy_get_connection)(void *proxy);
  const char *(*proxy_get_object_path)(void *proxy);
  void (*connection_set_exit_on_close)(void *connection, int exits);
  void *(*connection_call_sync)(void *connection, const char *name, const char *path, const char *interface, const char *method, void *parameters,
                                const void *reply_type, int flags, int timeout, void *cancellable, failure **error);
  void *(*variant_new)(const char *format, ...);
  void *(*variant_builder_new)(const char *type);
  void (*variant_builder_add)(void *builder, const char *format, ...);
  void (*variant_builder_unref)(void *builder);
  void (*variant_unref)(void *variant);
  void *(*variant_get_child_value)(void *variant, size_t index);
  void *(*variant_get_variant)(void *variant);
  size_t (*variant_n_children)(void *variant);
  int (*variant_get_boolean)(void *variant);
  const char *(*variant_get_string)(void *variant, size_t *length);
  int (*variant_is_of_type)(void *variant, const char *type);
  void *str_hash, *str_equal;
};

/// Filled by `merlon_glib_load`.
extern struct merlon_glib merlon_glib;

/// Loads the library at the first call; whether it is there.
int merlon_glib_load(void);

/// What an error means; takes the error.
enum merlon_secret_status merlon_secret_failure(failure *error, void *token, enum merlon_secret_status otherwise);

/// Whether a search sees all items.
enum merlon_secret_status merlon_secret_check_sight(void *service, void *token);

/// All items with these attributes, in a list of their own; `merlon_secret_locked` when they cannot all be seen.
enum merlon_secret_status merlon_secret_find(void *service, const merlon_secret_attribute *attributes, int flags, void *token, list **found);
void merlon_secret_release(list *found);

/// Makes an item in the default collection, or removes one. Where the service wants a prompt first (KeePassXC always does, and most often shows none)
/// they let it and wait until it is done; when the token is cancelled, or the service is gone, they say so.
enum merlon_secret_status merlon_secret_create(void *service, const merlon_secret_attribute *attributes, const char *label, void *value, void *token);
enum merlon_secret_status merlon_secret_delete(void *service, const merlon_secret_attribute *attributes, void *item, void *token);
#endif
