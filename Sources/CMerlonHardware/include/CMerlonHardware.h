#pragma once
// What Merlon needs of libraries that it loads at run time and never links: the TPM's Feature API and PKCS #11 modules.
#include "cryptoki.h"
#include "fapi.h"
