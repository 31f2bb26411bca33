#ifdef __linux__

#include "CMerlonProbes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int merlon_probe_traced(bool *traced) {
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    char text[4096];
    size_t length = 0;
    while (length < sizeof text - 1) {
        ssize_t count = read(file, text + length, sizeof text - 1 - length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            int status = errno;
            close(file);
            return status;
        }
        if (count == 0) break;
        length += (size_t)count;
    }
    close(file);
    text[length] = 0;
    const char *line = strstr(text, "\nTracerPid:");
    if (line == NULL) return ENOTSUP;
    *traced = strtol(line + strlen("\nTracerPid:"), NULL, 10) != 0;
    return 0;
}

int merlon_deny_debugger(void) { return ENOTSUP; }

#endif
