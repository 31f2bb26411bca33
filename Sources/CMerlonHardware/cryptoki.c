#include "cryptoki.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(ck_token_info) == 96 + 11 * sizeof(ck_number) + 24 - 4 + (sizeof(ck_number) == 8 ? 4 : 0), "CK_TOKEN_INFO");
_Static_assert(offsetof(ck_functions, login) == sizeof(void *) * 19, "C_Login is the 19th function after the version");
_Static_assert(offsetof(ck_functions, wait_for_slot_event) == sizeof(void *) * 68, "C_WaitForSlotEvent is the 68th and last");

const ck_functions *merlon_cryptoki_load(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    return NULL;
  ck_status (*get_function_list)(const ck_functions **);
  void *symbol = dlsym(handle, "C_GetFunctionList");
  memcpy(&get_function_list, &symbol, sizeof symbol);
  const ck_functions *functions = NULL;
  if (symbol == NULL || get_function_list(&functions) != 0 || functions == NULL || functions->version.major != 2) {
    dlclose(handle);
    return NULL;
  }
  return functions;
}
