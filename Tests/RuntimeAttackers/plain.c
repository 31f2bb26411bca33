// A library as others are: calls, data, a constructor.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy;

__attribute__((constructor)) static void begin(void) {
    copy = malloc(64);
    if (copy != NULL) snprintf(copy, 64, "%s", "text");
}

__attribute__((destructor)) static void end(void) { free(copy); }

/// Where the program takes that address too, and lies at a fixed place, both are the program's own entry for it.
void (*plain_free(void))(void *) { return free; }

size_t plain_length(void) { return copy == NULL ? 0 : strlen(copy); }
