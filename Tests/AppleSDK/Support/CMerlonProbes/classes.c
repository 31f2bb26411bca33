// The emulated Objective-C runtime.

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 1024, METHODS = 8192, ANSWERS = 8 };

struct objc_method {
    struct objc_class *class;
    char *selector;
    uint64_t implementation;
};
struct objc_class {
    struct objc_class *meta;
    char *name, *image;
};

static struct objc_class classes[CLASSES], metas[CLASSES];
static struct objc_method methods[METHODS];
static struct {
    char *selector;
    bool answer;
} answers[ANSWERS];
static size_t class_count, method_count, answer_count;

void emulated_reset_classes(void) {
    for (size_t index = 0; index < class_count; index++) {
        free(classes[index].name);
        free(classes[index].image);
    }
    for (size_t index = 0; index < method_count; index++) free(methods[index].selector);
    for (size_t index = 0; index < answer_count; index++) free(answers[index].selector);
    class_count = method_count = answer_count = 0;
}

void emulated_add_class(const char *name, const char *image) {
    if (class_count == CLASSES) abort();
    struct objc_class *class = &classes[class_count], *meta = &metas[class_count++];
    *class = (struct objc_class){meta, strdup(name), image ? strdup(image) : NULL};
    *meta = (struct objc_class){NULL, class->name, class->image};
}

void emulated_add_method(const char *class_name, const char *selector, bool is_class_method, uint64_t implementation) {
    Class class = objc_getClass(class_name);
    if (!class || method_count == METHODS) abort();
    methods[method_count++] = (struct objc_method){is_class_method ? class->meta : class, strdup(selector), implementation};
}

void emulated_set_answer(const char *selector, bool answer) {
    answers[answer_count].selector = strdup(selector);
    answers[answer_count++].answer = answer;
}

Class objc_getClass(const char *name) {
    for (size_t index = 0; index < class_count; index++)
        if (strcmp(classes[index].name, name) == 0) return &classes[index];
    return NULL;
}

Class objc_lookUpClass(const char *name) { return objc_getClass(name); }
Class object_getClass(id object) { return ((struct objc_class *)object)->meta; }
const char *class_getImageName(Class class) { return class->image; }
const char *class_getName(Class class) { return class->name; }
SEL method_getName(Method method) { return method->selector; }
IMP method_getImplementation(Method method) { return (IMP)method->implementation; }
const char *sel_getName(SEL selector) { return selector; }
SEL sel_registerName(const char *name) { return name; }

Method class_getInstanceMethod(Class class, SEL selector) {
    for (size_t index = 0; index < method_count; index++)
        if (methods[index].class == class && strcmp(methods[index].selector, selector) == 0) return &methods[index];
    return NULL;
}

Method *class_copyMethodList(Class class, unsigned *count) {
    Method *list = calloc(METHODS + 1, sizeof *list);
    *count = 0;
    for (size_t index = 0; index < method_count; index++)
        if (methods[index].class == class) list[(*count)++] = &methods[index];
    return list;
}

const char **objc_copyClassNamesForImage(const char *image, unsigned *count) {
    const char **names = calloc(CLASSES + 1, sizeof *names);
    *count = 0;
    for (size_t index = 0; index < class_count; index++)
        if (classes[index].image && strcmp(classes[index].image, image) == 0) names[(*count)++] = classes[index].name;
    return names;
}

long objc_msgSend(void *receiver, SEL selector) {
    for (size_t index = 0; index < answer_count; index++)
        if (strcmp(answers[index].selector, selector) == 0) return answers[index].answer;
    return (long)receiver;
}
