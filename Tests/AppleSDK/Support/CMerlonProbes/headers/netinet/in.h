#pragma once

#include_next <netinet/in.h>

// Linux's addresses have no length in them, and its sockets end no process that asks for it in this way.
#define sin_len sin_zero[0]
#define SO_NOSIGPIPE SO_KEEPALIVE
