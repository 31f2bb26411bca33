// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <Foundation/Foundation.h>

@interface CKRecord : NSObject
- (instancetype)initWithRecordType:(NSString *)type;
- (void)setObject:(id)value forKey:(NSString *)key;
@end
@interface CKDatabase : NSObject
- (void)saveRecord:(CKRecord *)record completionHandler:(void (^)(CKRecord *record, NSError *error))completionHandler;
@end
@interface CKContainer : NSObject
@property(readonly) CKDatabase *publicCloudDatabase;
+ (CKContainer *)defaultContainer;
@end
