#include "library.h"

#if defined(__linux__)
#include <string.h>

void *merlon_secret_token(void) { return merlon_glib_load() ? merlon_glib.cancellable_new() : NULL; }
void merlon_secret_cancel(void *token) { merlon_glib.cancellable_cancel(token); }
void merlon_secret_token_release(void *token) { merlon_glib.object_unref(token); }

enum { search_all = 1 << 1, search_load_secrets = 1 << 3, service_open_session = 1 << 1 };

enum merlon_secret_status merlon_secret_failure(failure *error, void *token, enum merlon_secret_status otherwise) {
  enum merlon_secret_status status = otherwise;
  if (error != NULL) {
    // SECRET_ERROR_IS_LOCKED is 2 in libsecret's own domain, whose messages speak of it; other domains' codes mean other things.
    if (error->code == 2 && error->message != NULL && strstr(error->message, "locked") != NULL)
      status = merlon_secret_locked;
    merlon_glib.error_free(error);
  }
  return token != NULL && merlon_glib.cancellable_is_cancelled(token) ? merlon_secret_cancelled : status;
}

static void *table_of(const merlon_secret_attribute *attributes) {
  void *table = merlon_glib.hash_table_new(merlon_glib.str_hash, merlon_glib.str_equal);
  for (; attributes->name != NULL; attributes++)
    merlon_glib.hash_table_insert(table, (void *)attributes->name, (void *)attributes->value);
  return table;
}

static enum merlon_secret_status connect_service(void **service, void *token) {
  if (!merlon_glib_load())
    return merlon_secret_no_library;
  failure *error = NULL;
  *service = merlon_glib.service_get_sync(service_open_session, token, &error);
  if (*service == NULL)
    return merlon_secret_failure(error, token, merlon_secret_no_service);
  void *connection = merlon_glib.proxy_get_connection(*service);
  // A shared connection would end the whole process when the bus goes away.
  if (connection != NULL)
    merlon_glib.connection_set_exit_on_close(connection, 0);
  return merlon_secret_done;
}

static const char *attribute(void *table, const char *name) {
  const char *value = merlon_glib.hash_table_lookup(table, name);
  return value == NULL ? "" : value;
}

enum merlon_secret_status merlon_secret_find(void *service, const merlon_secret_attribute *attributes, int flags, void *token, list **found) {
  *found = NULL;
  enum merlon_secret_status status = merlon_secret_check_sight(service, token);
  if (status != merlon_secret_done)
    return status;
  failure *error = NULL;
  void *table = table_of(attributes);
  *found = merlon_glib.service_search_sync(service, NULL, table, flags, token, &error);
  merlon_glib.hash_table_unref(table);
  if (error != NULL)
    return merlon_secret_failure(error, token, merlon_secret_failed);
  // Locked between the look and the search?
  return *found == NULL ? merlon_secret_check_sight(service, token) : merlon_secret_done;
}

void merlon_secret_release(list *found) {
  for (list *link = found; link != NULL; link = link->next)
    merlon_glib.object_unref(link->data);
  merlon_glib.list_free(found);
}

enum merlon_secret_status merlon_secret_search(const merlon_secret_attribute *attributes, int with_secrets, void *token,
                                               merlon_secret_visitor visitor, void *context) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  list *found = NULL;
  status = merlon_secret_find(service, attributes, search_all | (with_secrets ? search_load_secrets : 0), token, &found);
  for (list *link = found; link != NULL; link = link->next) {
    void *table = merlon_glib.item_get_attributes(link->data);
    int is_locked = merlon_glib.item_get_locked(link->data);
    void *value = with_secrets && !is_locked ? merlon_glib.item_get_secret(link->data) : NULL;
    size_t count = 0;
    const char *bytes = value == NULL ? NULL : merlon_glib.value_get(value, &count);
    visitor(context, attribute(table, "namespace"), attribute(table, "name"), is_locked, bytes, count);
    if (value != NULL)
      merlon_glib.value_unref(value);
    merlon_glib.hash_table_unref(table);
    merlon_glib.object_unref(link->data);
  }
  merlon_glib.list_free(found);
  merlon_glib.object_unref(service);
  return status;
}

enum merlon_secret_status merlon_secret_store(const merlon_secret_attribute *attributes, const char *label, const void *secret, size_t count,
                                              void *token) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  list *found = NULL;
  status = merlon_secret_find(service, attributes, search_all, token, &found);
  void *value = merlon_glib.value_new(secret == NULL ? "" : secret, (long)count, "application/octet-stream");
  failure *error = NULL;
  if (status == merlon_secret_done && found != NULL && found->next != NULL)
    status = merlon_secret_twice;
  if (status == merlon_secret_done && found != NULL) {
    // Changed where it is. The protocol's own "replace" looks in the default collection alone, which may be another by now, and makes KeePassXC ask.
    if (merlon_glib.item_get_locked(found->data))
      status = merlon_secret_locked;
    else if (!merlon_glib.item_set_secret_sync(found->data, value, token, &error))
      status = merlon_secret_failure(error, token, merlon_secret_failed);
  } else if (status == merlon_secret_done) {
    status = merlon_secret_create(service, attributes, label, value, token);
  }
  merlon_glib.value_unref(value);
  merlon_secret_release(found);
  merlon_glib.object_unref(service);
  return status;
}

enum merlon_secret_status merlon_secret_clear(const merlon_secret_attribute *attributes, void *token) {
  void *service = NULL;
  enum merlon_secret_status status = connect_service(&service, token);
  if (status != merlon_secret_done)
    return status;
  list *found = NULL;
  status = merlon_secret_find(service, attributes, search_all, token, &found);
  int is_locked = 0;
  for (list *link = found; link != NULL; link = link->next)
    is_locked |= merlon_glib.item_get_locked(link->data);
  if (status == merlon_secret_done && found == NULL)
    status = merlon_secret_absent;
  if (status == merlon_secret_done && is_locked)
    status = merlon_secret_locked;
  for (list *link = found; link != NULL && status == merlon_secret_done; link = link->next)
    status = merlon_secret_delete(service, attributes, link->data, token);
  merlon_secret_release(found);
  if (status == merlon_secret_done) {
    // A service may ask, be told no, and say that all is well.
    status = merlon_secret_find(service, attributes, search_all, token, &found);
    if (status == merlon_secret_done && found != NULL)
      status = merlon_secret_failed;
    merlon_secret_release(found);
  }
  merlon_glib.object_unref(service);
  return status;
}
#endif
