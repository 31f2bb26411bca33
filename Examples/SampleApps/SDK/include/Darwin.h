// Declarations of our own of the functions of libSystem that the sample apps use, as the open-source headers of Darwin have them.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int32_t pid_t;
int rand(void);
void srand(unsigned seed);
long random(void);
long time(long *when);
char *strcpy(char *restrict to, const char *restrict from);
size_t strlen(const char *text);
int sprintf(char *restrict to, const char *restrict format, ...);
int access(const char *path, int mode);
pid_t getpid(void);
pid_t getppid(void);
int sysctl(int *name, unsigned count, void *old, size_t *oldSize, void *new, size_t newSize);
int ptrace(int request, pid_t pid, char *address, int data);
int timingsafe_bcmp(const void *left, const void *right, size_t size);
uint32_t _dyld_image_count(void);
const char *_dyld_get_image_name(uint32_t index);
char *strstr(const char *text, const char *part);

int socket(int domain, int type, int protocol);
int connect(int socket, const void *address, uint32_t length);
long send(int socket, const void *data, size_t length, int flags);
int close(int file);
