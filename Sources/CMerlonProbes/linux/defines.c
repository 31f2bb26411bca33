#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "objects.h"

#include <errno.h>
#include <string.h>

struct question {
    const char *names;
    uint64_t defined;
};

static bool is_defined(const struct merlon_objects *objects, const char *name) {
    uint32_t hash = merlon_gnu_hash(name);
    for (size_t index = 0; index < objects->count; index++)
        if (merlon_lookup(&objects->items[index], name, hash, 0) != 0) return true;
    return false;
}

static int find(struct merlon_objects *objects, void *context) {
    struct question *question = context;
    const char *names = question->names;
    for (int bit = 0; *names != 0; bit++) {
        char name[MERLON_NAME_BYTES];
        size_t length = strcspn(names, " ");
        if (bit == 64 || length >= sizeof name) return EINVAL;
        memcpy(name, names, length);
        name[length] = 0;
        if (is_defined(objects, name)) question->defined |= 1ULL << bit;
        names += length;
        if (*names != 0) names++;
    }
    return 0;
}

int merlon_linux_defines(const char *symbols, uint64_t *defined) {
    struct question question = {symbols, 0};
    int status = merlon_with_objects(find, &question);
    if (status == 0) *defined = question.defined;
    return status;
}

#endif
