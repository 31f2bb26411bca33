#ifdef __APPLE__

#include "CMerlonProbes.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/// Waits for the events; 0, ETIMEDOUT or another errno.
static int wait_for(int file, short events, int32_t milliseconds) {
    struct pollfd entry = {file, events, 0};
    int ready = poll(&entry, 1, milliseconds);
    return ready == 0 ? ETIMEDOUT : ready < 0 ? errno : 0;
}

static int connect_to(int file, uint16_t port, int32_t milliseconds) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_len = sizeof address;
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    // Whoever listens may close first: that must not end the process.
    if (setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) != 0) return errno;
    if (fcntl(file, F_SETFL, O_NONBLOCK) != 0 || fcntl(file, F_SETFD, FD_CLOEXEC) != 0) return errno;
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    int status = wait_for(file, POLLOUT, milliseconds);
    if (status != 0) return status;
    int failure = 0;
    socklen_t size = sizeof failure;
    return getsockopt(file, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 ? failure : errno;
}

int merlon_darwin_port(uint16_t port, int32_t milliseconds, bool asks, enum merlon_darwin_port *state) {
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file < 0) return errno;
    int status = connect_to(file, port, milliseconds);
    if (status == ECONNREFUSED) {
        *state = MERLON_DARWIN_PORT_CLOSED;
        status = 0;
    } else if (status == 0) {
        *state = MERLON_DARWIN_PORT_OPEN;
        char answer[64];
        if (asks && send(file, request, sizeof request - 1, 0) == (ssize_t)(sizeof request - 1) && wait_for(file, POLLIN, milliseconds) == 0) {
            ssize_t count = recv(file, answer, sizeof answer, 0);
            if (count >= 12 && memcmp(answer, "HTTP/1.1 101", 12) == 0) *state = MERLON_DARWIN_PORT_WEB_SOCKET;
        }
    }
    close(file);
    return status;
}

#endif
