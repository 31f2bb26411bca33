#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "syscall.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/// Waits for the events; 0, ETIMEDOUT or another errno.
static int wait_for(long file, short events, int32_t milliseconds) {
    struct pollfd entry = {(int)file, events, 0};
    struct timespec limit = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
    long ready;
    // A signal says nothing about the port. The system call itself takes what was waited off the limit.
    do ready = merlon_syscall6(SYS_ppoll, (long)&entry, 1, (long)&limit, 0, 8, 0);
    while (ready == -EINTR);
    if (ready == 0) return ETIMEDOUT;
    return ready < 0 ? (int)-ready : 0;
}

int merlon_linux_web_socket(uint16_t port, int32_t milliseconds, enum merlon_port_state *state) {
    long file = merlon_syscall3(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return (int)-file;
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    long result = merlon_syscall3(SYS_connect, file, (long)&address, sizeof address);
    int status = result == -EINPROGRESS ? wait_for(file, POLLOUT, milliseconds) : (int)-result;
    int failure = 0;
    socklen_t size = sizeof failure;
    if (status == 0) {
        merlon_syscall6(SYS_getsockopt, file, SOL_SOCKET, SO_ERROR, (long)&failure, (long)&size, 0);
        status = failure;
    }
    // Without a loopback interface nobody can be there.
    if (status == ECONNREFUSED || status == ENETUNREACH) {
        *state = MERLON_PORT_CLOSED;
        status = 0;
    } else if (status == 0) {
        *state = MERLON_PORT_OPEN;
        char answer[64];
        result = merlon_syscall6(SYS_sendto, file, (long)request, sizeof request - 1, MSG_NOSIGNAL, 0, 0);
        if (result == (long)sizeof request - 1 && wait_for(file, POLLIN, milliseconds) == 0) {
            result = merlon_syscall6(SYS_recvfrom, file, (long)answer, sizeof answer, 0, 0, 0);
            if (result >= 12 && memcmp(answer, "HTTP/1.1 101", 12) == 0) *state = MERLON_PORT_WEB_SOCKET;
        }
    }
    merlon_syscall3(SYS_close, file, 0, 0);
    return status;
}

#endif
