// Declarations of our own, as far as the sample apps use the library. Names and types as Apple's public documentation has them.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { CC_MD5_DIGEST_LENGTH = 16, CC_SHA1_DIGEST_LENGTH = 20, CC_SHA256_DIGEST_LENGTH = 32 };
unsigned char *CC_MD5(const void *data, uint32_t length, unsigned char *digest);
unsigned char *CC_SHA1(const void *data, uint32_t length, unsigned char *digest);
unsigned char *CC_SHA256(const void *data, uint32_t length, unsigned char *digest);

typedef int32_t CCCryptorStatus;
enum { kCCEncrypt = 0, kCCDecrypt = 1 };
enum { kCCAlgorithmAES = 0, kCCAlgorithmDES = 1, kCCAlgorithm3DES = 2 };
enum { kCCOptionPKCS7Padding = 1, kCCOptionECBMode = 2 };
CCCryptorStatus CCCrypt(
    uint32_t operation, uint32_t algorithm, uint32_t options, const void *key, size_t keyLength, const void *iv, const void *in,
    size_t inLength, void *out, size_t outAvailable, size_t *outMoved);

enum { kCCHmacAlgSHA256 = 2 };
void CCHmac(uint32_t algorithm, const void *key, size_t keyLength, const void *data, size_t length, void *mac);
