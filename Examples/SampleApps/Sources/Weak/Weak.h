// What the parts of the app know of each other.
#pragma once
#import <UIKit/UIKit.h>

@interface AccountView : UIView
@end

@interface Session : NSObject
+ (void)signInWithPassword:(NSString *)password;
+ (void)signInWithFace;
+ (void)storeToken:(NSString *)token;
@end

@interface Keys : NSObject
+ (void *)newSigningKey;
+ (void *)embeddedSigningKey;
@end

@interface Transport : NSObject
+ (void)pay:(NSString *)order;
@end

@interface WebPages : NSObject
+ (void)showHelpIn:(UIView *)view;
+ (void)showTermsIn:(UIView *)view;
@end

void Cipher_digest(const char *text, unsigned char digest[36]);
size_t Cipher_encrypt(const void *text, size_t size, void *out, size_t available);
void Cipher_makeToken(char token[33]);
