// Hashing, authenticating and token making. Hardened: SHA-256, HMAC compared in constant time, and the system's random numbers.
#include <CommonCrypto/CommonCrypto.h>
#include <Darwin.h>
#include <Security/Security.h>

void Cipher_digest(const void *data, size_t size, unsigned char digest[32]) { CC_SHA256(data, (uint32_t)size, digest); }

void Cipher_authenticate(const void *key, size_t keySize, const void *data, size_t size, unsigned char code[32]) {
    CCHmac(kCCHmacAlgSHA256, key, keySize, data, size, code);
}

int Cipher_isAuthentic(const unsigned char code[32], const void *key, size_t keySize, const void *data, size_t size) {
    unsigned char expected[CC_SHA256_DIGEST_LENGTH];
    CCHmac(kCCHmacAlgSHA256, key, keySize, data, size, expected);
    return timingsafe_bcmp(code, expected, sizeof expected) == 0;
}

int Cipher_makeToken(unsigned char token[32]) { return SecRandomCopyBytes(kSecRandomDefault, 32, token) == 0; }
