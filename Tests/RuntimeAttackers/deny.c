// `deny ERRNO CALL,CALL… PROGRAM ARGUMENT…`: runs a program that is refused these system calls, by number, with that error, as a filter of a container
// or a service does.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 4) return 2;
    unsigned error = (unsigned)atoi(arguments[1]) & SECCOMP_RET_DATA;
    struct sock_filter filter[2 * 64 + 2];
    unsigned short length = 0;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (char *call = strtok(arguments[2], ","); call != NULL && length < 2 * 64; call = strtok(NULL, ",")) {
        filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(call), 0, 1);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
    }
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("deny");
        return 3;
    }
    execv(arguments[3], arguments + 3);
    perror(arguments[3]);
    return 127;
}
