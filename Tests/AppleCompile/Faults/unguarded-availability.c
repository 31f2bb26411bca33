// expect(ios): 'os_unfair_lock_lock_with_flags' is only available on
#include <os/lock.h>

void take(os_unfair_lock_t lock);
void take(os_unfair_lock_t lock) { os_unfair_lock_lock_with_flags(lock, OS_UNFAIR_LOCK_DATA_SYNCHRONIZATION); }
