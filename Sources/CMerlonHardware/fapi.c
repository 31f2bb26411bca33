#include "fapi.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// POSIX lets an object pointer of dlsym stand for a function; C does not, so the bytes are copied.
static int find(void *library, const char *name, void *target) {
  void *symbol = dlsym(library, name);
  memcpy(target, &symbol, sizeof symbol);
  return symbol != NULL;
}

int merlon_fapi_load(const char *library, merlon_fapi *table) {
  // The library writes every failure to standard error, a wrong password among them. Who wants that sets the variable.
  setenv("TSS2_LOG", "all+none", 0);
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    return 0;
  return find(handle, "Fapi_Initialize", &table->initialize) && find(handle, "Fapi_Finalize", &table->finalize) &&
         find(handle, "Fapi_Free", &table->free) && find(handle, "Fapi_GetInfo", &table->get_info) &&
         find(handle, "Fapi_Provision", &table->provision) && find(handle, "Fapi_List", &table->list) &&
         find(handle, "Fapi_Delete", &table->delete_object) && find(handle, "Fapi_Import", &table->import) &&
         find(handle, "Fapi_SetAuthCB", &table->set_authorize) && find(handle, "Fapi_GetTpmBlobs", &table->get_blobs) &&
         find(handle, "Fapi_CreateKey", &table->create_key) && find(handle, "Fapi_Sign", &table->sign) &&
         find(handle, "Fapi_CreateSeal", &table->create_seal) && find(handle, "Fapi_Unseal", &table->unseal) &&
         find(handle, "Fapi_CreateNv", &table->create_nv) && find(handle, "Fapi_NvRead", &table->nv_read) &&
         find(handle, "Fapi_NvIncrement", &table->nv_increment) && find(handle, "Fapi_GetTcti", &table->get_tcti);
}

/// The start of TSS2_TCTI_CONTEXT_COMMON_V1.
struct tcti {
  uint64_t magic;
  uint32_t version;
  uint32_t (*transmit)(void *context, size_t count, const uint8_t *command);
  uint32_t (*receive)(void *context, size_t *count, uint8_t *response, int32_t timeout);
};

uint32_t merlon_tpm_transceive(void *context, const uint8_t *command, size_t command_count, uint8_t *response, size_t *count) {
  const struct tcti *tcti = context;
  if (tcti == NULL)
    return 0x000A0005;
  uint32_t status = tcti->transmit(context, command_count, command);
  // -1 waits without limit, as the library's own calls do.
  return status != 0 ? status : tcti->receive(context, count, response, -1);
}

void merlon_tpm_flush(void *tcti) {
  // TPM_CAP_HANDLES from the first transient object, and from the first loaded session (TPM 2.0 Library Part 2, 6.12; Part 3, 30.2 and 28.4).
  static const uint8_t first[2] = {0x80, 0x02};
  for (int kind = 0; kind < 2; kind++) {
    uint8_t question[22] = {0x80, 0x01, 0, 0, 0, 22, 0, 0, 0x01, 0x7A, 0, 0, 0, 1, first[kind], 0, 0, 0, 0, 0, 0, 16};
    uint8_t response[256];
    size_t count = sizeof response;
    if (merlon_tpm_transceive(tcti, question, sizeof question, response, &count) != 0 || count < 19)
      continue;
    for (size_t at = 19; at + 4 <= count; at += 4) {
      uint8_t flush[14] = {0x80, 0x01, 0, 0, 0, 14, 0, 0, 0x01, 0x65, response[at], response[at + 1], response[at + 2], response[at + 3]};
      uint8_t answer[16];
      size_t answer_count = sizeof answer;
      if (merlon_tpm_transceive(tcti, flush, sizeof flush, answer, &answer_count) != 0)
        return;
    }
  }
}
