#pragma once

/// How many blocks this process has asked the allocator for; always 0 but on Linux.
unsigned long allocation_count(void);
