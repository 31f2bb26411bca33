// expect: comparison of integers of different signs
#include <mach-o/dyld.h>

int last(int index);
int last(int index) { return index < _dyld_image_count(); }
