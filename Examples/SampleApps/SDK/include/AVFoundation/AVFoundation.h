// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <Foundation/Foundation.h>

extern NSString *const AVMediaTypeVideo;
@interface AVCaptureDevice : NSObject
+ (AVCaptureDevice *)defaultDeviceWithMediaType:(NSString *)type;
+ (void)requestAccessForMediaType:(NSString *)type completionHandler:(void (^)(BOOL granted))completionHandler;
@end
@interface AVCaptureDeviceInput : NSObject
+ (instancetype)deviceInputWithDevice:(AVCaptureDevice *)device error:(NSError **)error;
@end
