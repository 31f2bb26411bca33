// Is this device, and this process, what the app was made for?
#include <Darwin.h>

enum { PT_DENY_ATTACH = 31, CTL_KERN = 1, KERN_PROC = 14, KERN_PROC_PID = 1, P_TRACED = 0x800, p_flag = 32 };

void DeviceChecks_denyDebugger(void) { ptrace(PT_DENY_ATTACH, 0, 0, 0); }

// The kernel's record of the process says whether it is traced; a parent other than launchd says that something else started it.
int DeviceChecks_isDebugged(void) {
    int name[4] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
    unsigned char record[648] = {0};
    size_t size = sizeof record;
    if (sysctl(name, 4, record, &size, NULL, 0) != 0) return 1;
    uint32_t flags = record[p_flag] | (uint32_t)record[p_flag + 1] << 8;
    return (flags & P_TRACED) != 0 || getppid() != 1;
}

int DeviceChecks_isJailbroken(void) {
    static const char *const paths[] = {
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Library/MobileSubstrate/MobileSubstrate.dylib", "/bin/bash",
        "/usr/sbin/sshd",          "/etc/apt",                "/private/var/lib/apt",                         "/var/jb",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (access(paths[i], 0) == 0) return 1;
    return 0;
}

int DeviceChecks_isHooked(void) {
    static const char *const libraries[] = {"FridaGadget", "frida-agent", "MobileSubstrate", "libhooker", "SSLKillSwitch"};
    for (uint32_t image = 0; image < _dyld_image_count(); image++)
        for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
            if (strstr(_dyld_get_image_name(image), libraries[i])) return 1;
    return 0;
}
