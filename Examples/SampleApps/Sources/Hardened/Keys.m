// Keys. Hardened: made in the Secure Enclave, one a device, and never seen by the app.
#import <Security/Security.h>
#import "Hardened.h"

@implementation Keys

+ (SecKeyRef)newKey {
    SecAccessControlRef access = SecAccessControlCreateWithFlags(
        NULL, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAccessControlPrivateKeyUsage | kSecAccessControlBiometryCurrentSet, NULL);
    if (!access) return NULL;
    NSDictionary *parameters = @{
        (__bridge NSString *)kSecAttrKeyType: (__bridge NSString *)kSecAttrKeyTypeECSECPrimeRandom,
        (__bridge NSString *)kSecAttrKeySizeInBits: @256,
        (__bridge NSString *)kSecAttrTokenID: (__bridge NSString *)kSecAttrTokenIDSecureEnclave,
        (__bridge NSString *)kSecPrivateKeyAttrs: @{
            (__bridge NSString *)kSecAttrIsPermanent: @YES,
            (__bridge NSString *)kSecAttrAccessControl: (__bridge id)access,
        },
    };
    SecKeyRef key = SecKeyCreateRandomKey((__bridge CFDictionaryRef)parameters, NULL);
    CFRelease(access);
    return key;
}

// ECIES: an ephemeral agreement, then AES-GCM under what it yields.
+ (NSData *)seal:(NSData *)data {
    SecKeyRef key = [self newKey];
    if (!key) return nil;
    SecKeyRef publicKey = SecKeyCopyPublicKey(key);
    CFDataRef sealed = SecKeyCreateEncryptedData(
        publicKey, kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM, (__bridge CFDataRef)data, NULL);
    CFRelease(publicKey);
    CFRelease(key);
    return (__bridge_transfer NSData *)sealed;
}

@end
