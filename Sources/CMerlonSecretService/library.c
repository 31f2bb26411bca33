#include "library.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

struct merlon_glib merlon_glib;
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
      {(void **)&merlon_glib.service_get_sync, "secret_service_get_sync"},
      {(void **)&merlon_glib.service_search_sync, "secret_service_search_sync"},
      {(void **)&merlon_glib.service_encode_dbus_secret, "secret_service_encode_dbus_secret"},
      {(void **)&merlon_glib.item_get_attributes, "secret_item_get_attributes"},
      {(void **)&merlon_glib.item_get_locked, "secret_item_get_locked"},
      {(void **)&merlon_glib.item_get_secret, "secret_item_get_secret"},
      {(void **)&merlon_glib.item_set_secret_sync, "secret_item_set_secret_sync"},
      {(void **)&merlon_glib.value_new, "secret_value_new"},
      {(void **)&merlon_glib.value_get, "secret_value_get"},
      {(void **)&merlon_glib.value_unref, "secret_value_unref"},
      {(void **)&merlon_glib.hash_table_new, "g_hash_table_new"},
      {(void **)&merlon_glib.hash_table_insert, "g_hash_table_insert"},
      {(void **)&merlon_glib.hash_table_lookup, "g_hash_table_lookup"},
      {(void **)&merlon_glib.hash_table_unref, "g_hash_table_unref"},
      {(void **)&merlon_glib.list_free, "g_list_free"},
      {(void **)&merlon_glib.object_unref, "g_object_unref"},
      {(void **)&merlon_glib.error_free, "g_error_free"},
      {(void **)&merlon_glib.cancellable_new, "g_cancellable_new"},
      {(void **)&merlon_glib.cancellable_cancel, "g_cancellable_cancel"},
      {(void **)&merlon_glib.cancellable_is_cancelled, "g_cancellable_is_cancelled"},
      {(void **)&merlon_glib.proxy_get_connection, "g_dbus_proxy_get_connection"},
      {(void **)&merlon_glib.proxy_get_object_path, "g_dbus_proxy_get_object_path"},
      {(void **)&merlon_glib.connection_set_exit_on_close, "g_dbus_connection_set_exit_on_close"},
      {(void **)&merlon_glib.connection_call_sync, "g_dbus_connection_call_sync"},
      {(void **)&merlon_glib.variant_new, "g_variant_new"},
      {(void **)&merlon_glib.variant_builder_new, "g_variant_builder_new"},
      {(void **)&merlon_glib.variant_builder_add, "g_variant_builder_add"},
      {(void **)&merlon_glib.variant_builder_unref, "g_variant_builder_unref"},
      {(void **)&merlon_glib.variant_unref, "g_variant_unref"},
      {(void **)&merlon_glib.variant_get_child_value, "g_variant_get_child_value"},
      {(void **)&merlon_glib.variant_get_variant, "g_variant_get_variant"},
      {(void **)&merlon_glib.variant_n_children, "g_variant_n_children"},
      {(void **)&merlon_glib.variant_get_boolean, "g_variant_get_boolean"},
      {(void **)&merlon_glib.variant_get_string, "g_variant_get_string"},
      {(void **)&merlon_glib.variant_is_of_type, "g_variant_is_of_type"},
      {&merlon_glib.str_hash, "g_str_hash"},
      {&merlon_glib.str_equal, "g_str_equal"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    // GLib's functions are found through libsecret, which depends on it.
    *symbols[i].target = dlsym(library, symbols[i].name);
    if (*symbols[i].target == NULL)
      return;
  }
  is_loaded = 1;
}

int merlon_glib_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}
#endif
