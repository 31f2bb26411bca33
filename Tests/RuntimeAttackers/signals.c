// Has the probes wait while signals come all the time, as those of a profiler do. Prints how many processes outlive the start of their guard, one after the
// other, and what answers on a port that takes a while.
#define _GNU_SOURCE
#include "CMerlonProbes.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 25 };

static void ignore(int number) { (void)number; }

static int interrupt_often(void) {
    struct sigaction action = {.sa_handler = ignore};
    struct itimerval often = {{0, 500}, {0, 500}};
    return sigaction(SIGALRM, &action, NULL) == 0 ? setitimer(ITIMER_REAL, &often, NULL) : -1;
}

static int start_guard(void) {
    int32_t guard = 0;
    if (interrupt_often() != 0) return 2;
    int status = merlon_linux_start_guard(&guard);
    return status == 0 && guard > 0 && guard == merlon_linux_own_guard() ? 0 : 1;
}

static void *answer(void *context) {
    static const char text[] = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    int client = accept(*(int *)context, NULL, NULL);
    usleep(50000);
    if (send(client, text, sizeof text - 1, MSG_NOSIGNAL) < 0) perror("send");
    return NULL;
}

static int ask(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int server = socket(AF_INET, SOCK_STREAM, 0);
    pthread_t thread;
    enum merlon_port_state state = MERLON_PORT_CLOSED;
    if (bind(server, (void *)&address, size) != 0 || listen(server, 1) != 0 || getsockname(server, (void *)&address, &size) != 0) return -1;
    if (pthread_create(&thread, NULL, answer, &server) != 0 || interrupt_often() != 0) return -1;
    int status = merlon_linux_web_socket(ntohs(address.sin_port), 60000, &state);
    return status == 0 ? (int)state : -1;
}

int main(void) {
    int living = 0;
    for (int index = 0; index < PROCESSES; index++) {
        pid_t child = fork();
        if (child == 0) _exit(start_guard());
        int status = 0;
        waitpid(child, &status, 0);
        living += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    printf("guards %d of %d, port %d\n", living, PROCESSES, ask() == MERLON_PORT_WEB_SOCKET);
    return 0;
}
