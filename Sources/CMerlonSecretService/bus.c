#include "library.h"

#if defined(__linux__)
#include <string.h>
#include <time.h>

/// Calls a method of the service; without a token it may take a second.
static void *call(void *service, const char *path, const char *interface, const char *method, void *parameters, const char *type, void *token,
                  enum merlon_secret_status *status) {
  failure *error = NULL;
  void *reply = merlon_glib.connection_call_sync(merlon_glib.proxy_get_connection(service), "org.freedesktop.secrets", path, interface, method,
                                                 parameters, NULL, 0, token == NULL ? 1000 : -1, token, &error);
  *status = merlon_secret_done;
  if (reply == NULL) {
    *status = merlon_secret_failure(error, token, merlon_secret_failed);
  } else if (type != NULL && !merlon_glib.variant_is_of_type(reply, type)) {
    // A service may answer anything.
    merlon_glib.variant_unref(reply);
    reply = NULL;
    *status = merlon_secret_failed;
  }
  return reply;
}

/// A property as it is now; libsecret's own copies are renewed by signals, which nobody takes in here.
static void *property(void *service, const char *path, const char *interface, const char *name, const char *type, void *token,
                      enum merlon_secret_status *status) {
  void *reply = call(service, path, "org.freedesktop.DBus.Properties", "Get", merlon_glib.variant_new("(ss)", interface, name), "(v)", token, status);
  if (reply == NULL)
    return NULL;
  void *box = merlon_glib.variant_get_child_value(reply, 0);
  void *value = merlon_glib.variant_get_variant(box);
  merlon_glib.variant_unref(box);
  merlon_glib.variant_unref(reply);
  if (!merlon_glib.variant_is_of_type(value, type)) {
    merlon_glib.variant_unref(value);
    value = NULL;
    *status = merlon_secret_failed;
  }
  return value;
}

/// Whether a search sees all items. GNOME Keyring shows the items of a locked collection; KeePassXC has none to show, and on a search would ask the
/// person to unlock its database, or answer that there is nothing. What cannot be seen is locked, not absent.
enum merlon_secret_status merlon_secret_check_sight(void *service, void *token) {
  enum merlon_secret_status status;
  void *collections = property(service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "Collections", "ao", token, &status);
  size_t count = collections == NULL ? 0 : merlon_glib.variant_n_children(collections);
  for (size_t index = 0; index < count && status == merlon_secret_done; index++) {
    void *path = merlon_glib.variant_get_child_value(collections, index), *items = NULL;
    const char *place = merlon_glib.variant_get_string(path, NULL);
    void *locked = property(service, place, "org.freedesktop.Secret.Collection", "Locked", "b", token, &status);
    if (locked != NULL && merlon_glib.variant_get_boolean(locked)) {
      items = property(service, place, "org.freedesktop.Secret.Collection", "Items", "ao", token, &status);
      if (items != NULL && merlon_glib.variant_n_children(items) == 0)
        status = merlon_secret_locked;
    }
    if (locked != NULL)
      merlon_glib.variant_unref(locked);
    if (items != NULL)
      merlon_glib.variant_unref(items);
    merlon_glib.variant_unref(path);
  }
  if (collections != NULL)
    merlon_glib.variant_unref(collections);
  return status;
}

static void *dictionary(const merlon_secret_attribute *attributes) {
  void *builder = merlon_glib.variant_builder_new("a{ss}");
  for (; attributes->name != NULL; attributes++)
    merlon_glib.variant_builder_add(builder, "{ss}", attributes->name, attributes->value);
  void *table = merlon_glib.variant_new("a{ss}", builder);
  merlon_glib.variant_builder_unref(builder);
  return table;
}

/// Whether there is an item with these attributes: the one of that path, or any.
static enum merlon_secret_status is_there(void *service, const merlon_secret_attribute *attributes, const char *item, void *token, int *found) {
  *found = 0;
  enum merlon_secret_status status = merlon_secret_check_sight(service, token);
  if (status != merlon_secret_done)
    return status;
  void *reply = call(service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "SearchItems",
                     merlon_glib.variant_new("(@a{ss})", dictionary(attributes)), "(aoao)", token, &status);
  // Those that are unlocked, and those that are not.
  for (size_t part = 0; reply != NULL && part < 2; part++) {
    void *paths = merlon_glib.variant_get_child_value(reply, part);
    for (size_t index = 0; index < merlon_glib.variant_n_children(paths) && !*found; index++) {
      void *path = merlon_glib.variant_get_child_value(paths, index);
      *found = item == NULL || strcmp(merlon_glib.variant_get_string(path, NULL), item) == 0;
      merlon_glib.variant_unref(path);
    }
    merlon_glib.variant_unref(paths);
  }
  if (reply != NULL)
    merlon_glib.variant_unref(reply);
  return status;
}

/// Lets a prompt do what it is for, and waits until the item is there, or is not. The prompt's signal would need a main loop, and libsecret's own way
/// to wait does not come back when the service ends in the midst of it.
static enum merlon_secret_status await_prompt(void *service, const char *prompt, const merlon_secret_attribute *attributes, const char *item,
                                              int expected, void *token) {
  enum merlon_secret_status status;
  void *reply = call(service, prompt, "org.freedesktop.Secret.Prompt", "Prompt", merlon_glib.variant_new("(s)", ""), NULL, token, &status);
  if (reply != NULL)
    merlon_glib.variant_unref(reply);
  for (long pause = 1; status == merlon_secret_done; pause = pause < 50 ? pause * 2 : 50) {
    int found;
    status = is_there(service, attributes, item, token, &found);
    if (status == merlon_secret_done && found == expected)
      return status;
    nanosleep(&(struct timespec){.tv_nsec = pause * 1000000}, NULL);
    if (status == merlon_secret_done && merlon_glib.cancellable_is_cancelled(token))
      status = merlon_secret_cancelled;
  }
  enum merlon_secret_status dismissed;
  reply = call(service, prompt, "org.freedesktop.Secret.Prompt", "Dismiss", NULL, NULL, NULL, &dismissed);
  if (reply != NULL)
    merlon_glib.variant_unref(reply);
  return status;
}

/// Waits for the prompt that is the last part of a reply, which it takes; "/" is none.
static enum merlon_secret_status settle(void *service, void *reply, const merlon_secret_attribute *attributes, const char *item, int expected,
                                        void *token) {
  void *prompt = merlon_glib.variant_get_child_value(reply, merlon_glib.variant_n_children(reply) - 1);
  const char *path = merlon_glib.variant_get_string(prompt, NULL);
  enum merlon_secret_status status =
      strcmp(path, "/") == 0 ? merlon_secret_done : await_prompt(service, path, attributes, item, expected, token);
  merlon_glib.variant_unref(prompt);
  merlon_glib.variant_unref(reply);
  return status;
}

enum merlon_secret_status merlon_secret_create(void *service, const merlon_secret_attribute *attributes, const char *label, void *value,
                                               void *token) {
  enum merlon_secret_status status;
  void *reply = call(service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "ReadAlias", merlon_glib.variant_new("(s)", "default"),
                     "(o)", token, &status);
  if (reply == NULL)
    return status;
  void *collection = merlon_glib.variant_get_child_value(reply, 0);
  merlon_glib.variant_unref(reply);
  const char *path = merlon_glib.variant_get_string(collection, NULL);
  void *locked = NULL;
  if (strcmp(path, "/") == 0)
    status = merlon_secret_no_service;
  else
    locked = property(service, path, "org.freedesktop.Secret.Collection", "Locked", "b", token, &status);
  if (locked != NULL) {
    if (merlon_glib.variant_get_boolean(locked))
      status = merlon_secret_locked;
    merlon_glib.variant_unref(locked);
  }
  if (status == merlon_secret_done) {
    void *properties = merlon_glib.variant_builder_new("a{sv}");
    merlon_glib.variant_builder_add(properties, "{sv}", "org.freedesktop.Secret.Item.Label", merlon_glib.variant_new("s", label));
    merlon_glib.variant_builder_add(properties, "{sv}", "org.freedesktop.Secret.Item.Attributes", dictionary(attributes));
    void *parameters = merlon_glib.variant_new("(a{sv}@(oayays)b)", properties, merlon_glib.service_encode_dbus_secret(service, value), 1);
    merlon_glib.variant_builder_unref(properties);
    reply = call(service, path, "org.freedesktop.Secret.Collection", "CreateItem", parameters, "(oo)", token, &status);
    if (reply != NULL)
      status = settle(service, reply, attributes, NULL, 1, token);
  }
  merlon_glib.variant_unref(collection);
  return status;
}

enum merlon_secret_status merlon_secret_delete(void *service, const merlon_secret_attribute *attributes, void *item, void *token) {
  enum merlon_secret_status status;
  const char *path = merlon_glib.proxy_get_object_path(item);
  void *reply = call(service, path, "org.freedesktop.Secret.Item", "Delete", NULL, "(o)", token, &status);
  return reply == NULL ? status : settle(service, reply, attributes, path, 0, token);
}
#endif
