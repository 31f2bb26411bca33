// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <Foundation/Foundation.h>

@interface NSUUID : NSObject
@property(readonly) NSString *UUIDString;
@end
@interface ASIdentifierManager : NSObject
@property(readonly) NSUUID *advertisingIdentifier;
+ (ASIdentifierManager *)sharedManager;
@end
