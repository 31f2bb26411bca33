#ifdef __APPLE__

#include "CMerlonProbes.h"

#include <errno.h>
#include <objc/message.h>
#include <objc/runtime.h>
#include <string.h>

bool merlon_darwin_foreign_class(const char *name, const char *bundle) {
    Class found = objc_getClass(name);
    if (!found) return false;
    const char *image = class_getImageName(found);
    // Made at run time, or out of an image that dyld does not name: not the app's.
    if (!image) return true;
    size_t length = strlen(bundle);
    if (length > 0 && strncmp(image, bundle, length) == 0 && image[length] == '/') return false;
    return strncmp(image, "/System/", 8) != 0 && strncmp(image, "/usr/lib/system/", 16) != 0;
}

bool merlon_darwin_is_app_on_mac(void) {
    Class class = objc_getClass("NSProcessInfo");
    SEL process = sel_registerName("processInfo"), question = sel_registerName("isiOSAppOnMac");
    if (!class || !class_getInstanceMethod(class, question)) return false;
    id info = ((id (*)(Class, SEL))objc_msgSend)(class, process);
    return info && ((BOOL (*)(id, SEL))objc_msgSend)(info, question);
}

int merlon_darwin_lockdown_mode(bool *is_on) {
    Class class = objc_getClass("WKWebpagePreferences");
    SEL question = sel_registerName("isLockdownModeEnabled");
    if (!class || !class_getInstanceMethod(class, question)) return ENOTSUP;
    id preferences = ((id (*)(Class, SEL))objc_msgSend)(class, sel_registerName("new"));
    if (!preferences) return ENOTSUP;
    *is_on = ((BOOL (*)(id, SEL))objc_msgSend)(preferences, question);
    ((void (*)(id, SEL))objc_msgSend)(preferences, sel_registerName("release"));
    return 0;
}

#endif
