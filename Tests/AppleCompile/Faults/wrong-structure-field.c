// expect: no member named 'p_flags' in
#include <sys/sysctl.h>

int traced(const struct kinfo_proc *process);
int traced(const struct kinfo_proc *process) { return (process->kp_proc.p_flags & P_TRACED) != 0; }
