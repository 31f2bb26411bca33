#pragma once
#include <sqlite3.h>

/// sqlite3_db_config is variadic, which Swift does not import. Sets one switch; SQLITE_OK or an error.
static inline int merlon_sqlite_switch(sqlite3 *_Nonnull database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}

/// Tells SQLite to copy what is bound: the macro is a cast that Swift does not import.
static inline int merlon_sqlite_bind_copy(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0) : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds bytes that stay where they are, unchanged, until another value is bound.
static inline int merlon_sqlite_bind_lent(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0) : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

/// As merlon_sqlite_bind_copy, for text in UTF-8.
static inline int merlon_sqlite_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable text, int count) {
  return sqlite3_bind_text(statement, index, count == 0 ? "" : text, count, SQLITE_TRANSIENT);
}
