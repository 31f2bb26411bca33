#include "CMerlonSecretService.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

static struct {
  void *(*service_get_sync)(int flags, void *cancellable, failure **error);
  list *(*service_search_sync)(void *service, const void *schema, void *attributes, int flags, void *cancellable, failure **error);
  int (*service_store_sync)(void *service, const void *schema, void *attributes, const char *collection, const char *label, void *value,
                            void *cancellable, failure **error);
  int (*service_clear_sync)(void *service, const void *schema, void *attributes, void *cancellable, failure **error);
  void *(*collection_for_alias_sync)(void *service, const char *alias, int flags, void *cancellable, failure **error);
  int (*collection_get_locked)(void *collection);
  void *(*item_get_attributes)(void *item);
  int (*item_get_locked)(void *item);
  void *(*item_get_secret)(void *item);
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
  void (*connection_set_exit_on_close)(void *connection, int exits);
  void *str_hash, *str_equal;
} glib;

static int is_loaded;

static void load(void) {
  // Not unloaded again: GLib's threads and types stay.
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL)
    return;
  const struct {
    void **target;
    const char *name;
  } symbols[] = {
      {(void **)&glib.service_get_sync, "secret_service_get_sync"},
      {(void **)&glib.service_search_sync, "secret_service_search_sync"},
      {(void **)&glib.service_store_sync, "secret_service_store_sync"},
      {(void **)&glib.service_clear_sync, "secret_service_clear_sync"},
      {(void **)&glib.collection_for_alias_sync, "secret_collection_for_alias_sync"},
      {(void **)&glib.collection_get_locked, "secret_collection_get_locked"},
      {(void **)&glib.item_get_attributes, "secret_item_get_attributes"},
      {(void **)&glib.item_get_locked, "secret_item_get_locked"},
      {(void **)&glib.item_get_secret, "secret_item_get_secret"},
      {(void **)&glib.value_new, "secret_value_new"},
      {(void **)&glib.value_get, "secret_value_get"},
      {(void **)&glib.value_unref, "secret_value_unref"},
      {(void **)&glib.hash_table_new, "g_hash_table_new"},
      {(void **)&glib.hash_table_insert, "g_hash_table_insert"},
      {(void **)&glib.hash_table_lookup, "g_hash_table_lookup"},
      {(void **)&glib.hash_table_unref, "g_hash_table_unref"},
      {(void **)&glib.list_free, "g_list_free"},
      {(void **)&glib.object_unref, "g_object_unref"},
      {(void **)&glib.error_free, "g_error_free"},
      {(void **)&glib.cancellable_new, "g_cancellable_new"},
      {(void **)&glib.cancellable_cancel, "g_cancellable_cancel"},
      {(void **)&glib.cancellable_is_cancelled, "g_cancellable_is_cancelled"},
      {(void **)&glib.proxy_get_connection, "g_dbus_proxy_get_connection"},
      {(void **)&glib.connection_set_exit_on_close, "g_dbus_connection_set_exit_on_close"},
      {&glib.str_hash, "g_str_hash"},
      {&glib.str_equal, "g_str_equal"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    // GLib's functions are found through libsecret, which depends on it.
    *symbols[i].target = dlsym(library, symbols[i].name);
    if (*symbols[i].target == NULL)
      return;
  }
  is_loaded = 1;
}

static int loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

void *merlon_secret_token(void) { return loaded() ? glib.cancellable_new() : NULL; }
void merlon_secret_cancel(void *token) { glib.cancellable_cancel(token); }
void merlon_secret_token_release(void *token) { glib.object_unref(token); }

enum { search_all = 1 << 1, search_load_secrets = 1 << 3, service_open_session = 1 << 1 };

static enum merlon_secret_status failed(failure *error, void *token, enum merlon_secret_status otherwise) {
  enum merlon_secret_status status = otherwise;
  if (error != NULL) {
    // SECRET_ERROR_IS_LOCKED is 2 in libsecret's own domain, whose messages speak of it; other domains' codes mean other things.
    if (error->code == 2 && error->message != NULL && strstr(error->message, "locked") != NULL)
      status = merlon_secret_locked;
    glib.error_free(error);
  }
  return glib.cancellable_is_cancelled(token) ? merlon_secret_cancelled : status;
}

static void *table_of(const merlon_secret_attribute *attributes) {
  void *table = glib.hash_table_new(glib.str_hash, glib.str_equal);
  for (; attributes->name != NULL; attributes++)
    glib.hash_table_insert(table, (void *)attributes->name, (void *)attributes->value);
  return table;
}

static enum merlon_secret_status connect_service(void **service, void *token) {
  if (!loaded())
    return merlon_secret_no_library;
  failure *error = NULL;
  *service = glib.service_get_sync(service_open_session, token, &error);
  if (*service == NULL)
    return failed(error, token, merlon_secret_no_service);
  void *connection = glib.proxy_get_connection(*service);
  // A shared connection would end the whole process when the bus goes away.
  if (connection != NULL)
    glib.connection_set_exit_on_close(connection, 0);
  return merlon_secret_done;
}

/// Whether the default collection can be written without a prompt.
static enum merlon_secret_status check_collection(void *service, void *token) {
  failure *error = NULL;
  void *collection = glib.collection_for_alias_sync(service, "default", 0, token, &error);
  if (collection == NULL)
    return failed(error, token, error == NULL ? merlon_secret_no_service : merlon_secret_failed);
  int is_locked = glib.collection_get_locked(collection);
  glib.object_unref(collection);
  return is_locked ? merlon_secret_locked : merlon_secret_done;
}

static const char *attribute(void *table, const char *name) {
  const char *value = glib.hash_table_lookup(table, name);
  return value == NULL ? "" : value;
}

static enum merlon_secret_status search(void *service, const merlon_secret_attribute *attributes, int flags, void *token, list **found) {
  failure *error = NULL;
  void *table = table_of(attributes);
  *found = glib.service_search_sync(service, NULL, table, flags, token, &error);
  glib.hash_table_unref(table);
  return error != NULL ? failed(error, token, merlon_secret_failed) : merlon_secret_done;
}

enum merlon_secret_status merlon_secret_search(const merlon_secret_attribute *attributes, int with_secrets, void *token,
                                               merlon_secret_visitor visitor, void *context) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  list *found = NULL;
  status = search(service, attributes, search_all | (with_secrets ? search_load_secrets : 0), token, &found);
  for (list *link = found; link != NULL; link = link->next) {
    void *table = glib.item_get_attributes(link->data);
    int is_locked = glib.item_get_locked(link->data);
    void *value = with_secrets && !is_locked ? glib.item_get_secret(link->data) : NULL;
    size_t count = 0;
    const char *bytes = value == NULL ? NULL : glib.value_get(value, &count);
    visitor(context, attribute(table, "app"), attribute(table, "namespace"), attribute(table, "name"), is_locked, bytes, count);
    if (value != NULL)
      glib.value_unref(value);
    glib.hash_table_unref(table);
    glib.object_unref(link->data);
  }
  glib.list_free(found);
  glib.object_unref(service);
  return status;
}

enum merlon_secret_status merlon_secret_store(const merlon_secret_attribute *attributes, const char *label, const void *secret, size_t count,
                                              void *token) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  status = check_collection(service, token);
  if (status == merlon_secret_done) {
    failure *error = NULL;
    void *table = table_of(attributes);
    void *value = glib.value_new(secret == NULL ? "" : secret, (long)count, "application/octet-stream");
    if (!glib.service_store_sync(service, NULL, table, NULL, label, value, token, &error))
      status = failed(error, token, merlon_secret_failed);
    glib.value_unref(value);
    glib.hash_table_unref(table);
  }
  glib.object_unref(service);
  return status;
}

enum merlon_secret_status merlon_secret_clear(const merlon_secret_attribute *attributes, void *token) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  list *found = NULL;
  status = search(service, attributes, search_all, token, &found);
  int is_locked = 0, count = 0;
  for (list *link = found; link != NULL; link = link->next) {
    is_locked |= glib.item_get_locked(link->data);
    count++;
    glib.object_unref(link->data);
  }
  glib.list_free(found);
  if (status == merlon_secret_done && is_locked)
    status = merlon_secret_locked;
  if (status == merlon_secret_done && count == 0)
    status = merlon_secret_absent;
  if (status == merlon_secret_done) {
    failure *error = NULL;
    void *table = table_of(attributes);
    if (!glib.service_clear_sync(service, NULL, table, token, &error))
      status = failed(error, token, merlon_secret_failed);
    glib.hash_table_unref(table);
  }
  glib.object_unref(service);
  return status;
}
#endif
