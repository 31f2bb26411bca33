// What the parts of the app know of each other.
#pragma once
#import <UIKit/UIKit.h>

@interface AccountView : UIView
@end

@interface Session : NSObject
+ (void)signInWithToken:(NSData *)token;
+ (NSData *)token;
@end

@interface Keys : NSObject
+ (NSData *)seal:(NSData *)data;
@end

@interface Transport : NSObject
+ (void)pay:(NSString *)order;
@end

@interface UpdateGate : NSObject
+ (void)ask:(void (^)(BOOL mayGoOn))answer;
@end

@interface WebPages : NSObject
+ (void)showTermsIn:(UIView *)view;
@end

void Cipher_digest(const void *data, size_t size, unsigned char digest[32]);
void Cipher_authenticate(const void *key, size_t keySize, const void *data, size_t size, unsigned char code[32]);
int Cipher_isAuthentic(const unsigned char code[32], const void *key, size_t keySize, const void *data, size_t size);
int Cipher_makeToken(unsigned char token[32]);

void DeviceChecks_denyDebugger(void);
int DeviceChecks_isDebugged(void);
int DeviceChecks_isJailbroken(void);
int DeviceChecks_isHooked(void);
