#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "system_call.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void merlon_darwin_path(const char *path, struct merlon_darwin_path *answer) {
    memset(answer, 0, sizeof *answer);
    answer->has_system_call = MERLON_HAS_SYSTEM_CALL;
    // Twice, when the two disagree: between both questions the file may come or go.
    for (int turn = 0; turn < 2; turn++) {
        struct stat by_library, by_call;
        memset(&by_library, 0, sizeof by_library);
        memset(&by_call, 0, sizeof by_call);
        answer->library = lstat(path, &by_library) == 0 ? 0 : errno;
        answer->system_call = merlon_call_status(MERLON_SYS_LSTAT64, (long)path, (long)&by_call, 0, 0, 0, 0);
        answer->is_link = (answer->library == 0 && S_ISLNK(by_library.st_mode)) || (answer->system_call == 0 && S_ISLNK(by_call.st_mode));
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
