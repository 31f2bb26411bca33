// Where the probes' fields are, as the headers say: the emulated kernel writes there.
#include <stddef.h>
#include <sys/sysctl.h>

int layout_flag_offset(void);
int layout_flag_offset(void) { return (int)offsetof(struct kinfo_proc, kp_proc.p_flag); }

int layout_process_size(void);
int layout_process_size(void) { return (int)sizeof(struct kinfo_proc); }
