// `unblock PROGRAM ARGUMENT…`: runs a program with no signal blocked. Threads of Dispatch block signals, and what they start inherits that; gdb and
// strace then wait for ever.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2) return 2;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(arguments[1], arguments + 1);
    perror(arguments[1]);
    return 127;
}
