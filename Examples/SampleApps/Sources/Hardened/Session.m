// Signing in, and what is kept of it. Hardened: the token is in the keychain, and the keychain releases it to today's faces only.
#import <LocalAuthentication/LocalAuthentication.h>
#import <Security/Security.h>
#import "Hardened.h"

@implementation Session

// Without a device passcode there is no protection to build on.
+ (BOOL)hasScreenLock {
    return [[LAContext new] canEvaluatePolicy:LAPolicyDeviceOwnerAuthentication error:NULL];
}

+ (void)signInWithToken:(NSData *)token {
    if (![self hasScreenLock]) return;
    SecAccessControlRef access = SecAccessControlCreateWithFlags(
        NULL, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAccessControlBiometryCurrentSet, NULL);
    if (!access) return;
    NSDictionary *item = @{
        (__bridge NSString *)kSecClass: (__bridge NSString *)kSecClassGenericPassword,
        (__bridge NSString *)kSecAttrService: @"org.example.merlon.hardened",
        (__bridge NSString *)kSecAttrAccessControl: (__bridge id)access,
        (__bridge NSString *)kSecValueData: token,
    };
    SecItemAdd((__bridge CFDictionaryRef)item, NULL);
    CFRelease(access);
}

+ (NSData *)token {
    LAContext *context = [LAContext new];
    context.localizedReason = @"Show your account";
    NSDictionary *query = @{
        (__bridge NSString *)kSecClass: (__bridge NSString *)kSecClassGenericPassword,
        (__bridge NSString *)kSecAttrService: @"org.example.merlon.hardened",
        (__bridge NSString *)kSecUseAuthenticationContext: context,
        (__bridge NSString *)kSecReturnData: @YES,
    };
    CFTypeRef found = NULL;
    if (SecItemCopyMatching((__bridge CFDictionaryRef)query, &found) != 0) return nil;
    return (__bridge_transfer NSData *)found;
}

@end
