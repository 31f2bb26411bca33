// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <Foundation/Foundation.h>

typedef NS_ENUM(NSInteger, LAPolicy){LAPolicyDeviceOwnerAuthenticationWithBiometrics = 1, LAPolicyDeviceOwnerAuthentication = 2};
@interface LAContext : NSObject
@property(copy) NSString *localizedReason;
- (BOOL)canEvaluatePolicy:(LAPolicy)policy error:(NSError **)error;
- (void)evaluatePolicy:(LAPolicy)policy localizedReason:(NSString *)reason reply:(void (^)(BOOL success, NSError *error))reply;
@end
