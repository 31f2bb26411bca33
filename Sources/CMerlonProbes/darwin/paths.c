#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "system_call.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// readlink tells in one call whether there is something and whether it is a link, follows nothing, and reads neither times nor sizes, for which an
// app would have to give a reason (required reason API).

/// 0 when there is something, otherwise the errno.
static int existence(int status, bool *is_link) {
    if (status == 0) *is_link = true;
    return status == EINVAL ? 0 : status;
}

void merlon_darwin_path(const char *path, struct merlon_darwin_path *answer) {
    memset(answer, 0, sizeof *answer);
    answer->has_system_call = MERLON_HAS_SYSTEM_CALL;
    char target[8];
    // Twice, when the two disagree: between both questions the file may come or go.
    for (int turn = 0; turn < 2; turn++) {
        answer->is_link = false;
        answer->library = existence(readlink(path, target, sizeof target) >= 0 ? 0 : errno, &answer->is_link);
        int status = merlon_call_status(MERLON_SYS_READLINK, (long)path, (long)target, sizeof target, 0, 0, 0);
        answer->system_call = existence(status, &answer->is_link);
        if (answer->library == answer->system_call) break;
    }
    bool failed;
    long file = merlon_call(MERLON_SYS_OPEN, (long)path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0, &failed);
    answer->opening = failed ? (int)file : 0;
    if (!failed) merlon_call_status(MERLON_SYS_CLOSE, file, 0, 0, 0, 0, 0);
}

int merlon_darwin_try_file(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    close(file);
    unlink(path);
    return 0;
}

#endif
