#pragma once

#include <emulated_darwin.h>
