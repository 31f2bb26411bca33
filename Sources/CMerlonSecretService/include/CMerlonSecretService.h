#pragma once
#include <stddef.h>

#if defined(__linux__)
/// The Secret Service (freedesktop.org) through libsecret, which is loaded at run time and never linked. No call asks for a prompt: what is locked is said to
/// be locked. A service that asks before it removes an item (KeePassXC, unless told not to) is waited for.
enum merlon_secret_status {
  merlon_secret_done,
  /// Nothing of that kind.
  merlon_secret_absent,
  /// libsecret is not installed, or lacks a function.
  merlon_secret_no_library,
  /// No session bus, or nobody on it keeps secrets.
  merlon_secret_no_service,
  /// The collection or an item in it is locked.
  merlon_secret_locked,
  /// The call was cancelled: its time was up.
  merlon_secret_cancelled,
  merlon_secret_failed,
  /// There are several such items: which of them is meant cannot be told.
  merlon_secret_twice,
};

/// One attribute of an item; lists end with one whose name is null.
typedef struct merlon_secret_attribute {
  const char *_Nullable name;
  const char *_Nullable value;
} merlon_secret_attribute;

/// What a search gives for an item: attributes `namespace` and `name`, whether it is locked, and its secret where that was asked for and can be had.
typedef void (*merlon_secret_visitor)(void *_Nullable context, const char *_Nonnull space, const char *_Nonnull name, int is_locked,
                                      const void *_Nullable secret, size_t count);

/// A token by which another thread ends a call; null without the library.
void *_Nullable merlon_secret_token(void);
void merlon_secret_cancel(void *_Nonnull token);
void merlon_secret_token_release(void *_Nonnull token);

/// Calls `visitor` for each item that has these attributes.
enum merlon_secret_status merlon_secret_search(const merlon_secret_attribute *_Nonnull attributes, int with_secrets, void *_Nonnull token,
                                               merlon_secret_visitor _Nonnull visitor, void *_Nullable context);

/// Changes the secret of the item with these attributes, in whatever collection it is, or makes one in the default collection.
enum merlon_secret_status merlon_secret_store(const merlon_secret_attribute *_Nonnull attributes, const char *_Nonnull label,
                                              const void *_Nullable secret, size_t count, void *_Nonnull token);

/// Removes every unlocked item that has these attributes.
enum merlon_secret_status merlon_secret_clear(const merlon_secret_attribute *_Nonnull attributes, void *_Nonnull token);
#endif
