// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const void *CFTypeRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef struct __CFError *CFErrorRef;
typedef struct __SecKey *SecKeyRef;
typedef struct __SecAccessControl *SecAccessControlRef;
typedef const struct __SecRandom *SecRandomRef;
typedef int32_t OSStatus;
void CFRelease(CFTypeRef object);

extern const CFStringRef kSecClass, kSecClassGenericPassword, kSecAttrService, kSecAttrAccount, kSecValueData, kSecReturnData;
extern const CFStringRef kSecAttrAccessible, kSecAttrAccessibleAlways, kSecAttrAccessControl, kSecUseAuthenticationContext;
extern const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
extern const CFStringRef kSecAttrSynchronizable, kSecAttrKeyType, kSecAttrKeyTypeRSA, kSecAttrKeyTypeECSECPrimeRandom;
extern const CFStringRef kSecAttrKeySizeInBits, kSecAttrTokenID, kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs, kSecAttrIsPermanent;
extern const CFStringRef kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;
extern const CFStringRef kSecKeyAlgorithmECDSASignatureMessageX962SHA256;

enum { kSecAccessControlUserPresence = 1UL << 0, kSecAccessControlBiometryCurrentSet = 1UL << 3, kSecAccessControlPrivateKeyUsage = 1UL << 30 };
extern const SecRandomRef kSecRandomDefault;

OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef *result);
OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef *result);
SecAccessControlRef SecAccessControlCreateWithFlags(CFAllocatorRef allocator, CFTypeRef protection, unsigned long flags, CFErrorRef *error);
int SecRandomCopyBytes(SecRandomRef source, size_t count, void *bytes);
SecKeyRef SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef *error);
SecKeyRef SecKeyCreateWithData(CFDataRef data, CFDictionaryRef attributes, CFErrorRef *error);
SecKeyRef SecKeyCopyPublicKey(SecKeyRef key);
CFDataRef SecKeyCreateEncryptedData(SecKeyRef key, CFStringRef algorithm, CFDataRef plaintext, CFErrorRef *error);
bool SecKeyVerifySignature(SecKeyRef key, CFStringRef algorithm, CFDataRef data, CFDataRef signature, CFErrorRef *error);
