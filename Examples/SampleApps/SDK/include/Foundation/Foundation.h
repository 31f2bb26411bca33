// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef bool BOOL;
#define YES ((bool)1)
#define NO ((bool)0)
#define nil ((id)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
typedef struct _NSZone NSZone;
typedef struct { NSUInteger location, length; } NSRange;
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_OPTIONS(type, name) enum name : type name; enum name : type

@class NSString, NSError, NSDictionary, NSData, NSArray, NSURL, NSURLRequest, NSURLResponse, NSURLSession, NSURLSessionTask;

@protocol NSObject
- (BOOL)isEqual:(id)object;
@end

__attribute__((objc_root_class)) @interface NSObject <NSObject> {
    Class isa;
}
+ (Class)class;
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
- (void)dealloc;
- (instancetype)retain;
- (oneway void)release;
- (instancetype)autorelease;
@end

@protocol NSCopying
@end
@protocol NSSecureCoding
@end

@interface NSString : NSObject <NSCopying>
@property(readonly) NSUInteger length;
+ (instancetype)stringWithFormat:(NSString *)format, ... __attribute__((format(NSString, 1, 2)));
+ (instancetype)stringWithContentsOfFile:(NSString *)path encoding:(NSUInteger)encoding error:(NSError **)error;
+ (instancetype)stringWithUTF8String:(const char *)text;
- (NSData *)dataUsingEncoding:(NSUInteger)encoding;
- (const char *)UTF8String;
- (BOOL)isEqualToString:(NSString *)other;
- (NSInteger)compare:(NSString *)other options:(NSUInteger)options;
- (NSString *)stringByAppendingPathComponent:(NSString *)component;
- (BOOL)writeToFile:(NSString *)path atomically:(BOOL)atomically encoding:(NSUInteger)encoding error:(NSError **)error;
@end
enum { NSUTF8StringEncoding = 4, NSNumericSearch = 64, NSOrderedAscending = -1 };

// The layout that the compiler emits for @"…".
@interface NSSimpleCString : NSString
@end
@interface NSConstantString : NSSimpleCString
@end

@interface NSNumber : NSObject <NSCopying>
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithBool:(BOOL)value;
@end

@interface NSData : NSObject <NSCopying>
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes;
+ (instancetype)dataWithBytes:(const void *)bytes length:(NSUInteger)length;
+ (instancetype)dataWithContentsOfFile:(NSString *)path;
- (BOOL)writeToFile:(NSString *)path options:(NSUInteger)options error:(NSError **)error;
@end
enum { NSDataWritingAtomic = 1UL, NSDataWritingFileProtectionComplete = 0x20000000UL };

@interface NSMutableData : NSData
@property(readonly) void *mutableBytes;
+ (instancetype)dataWithLength:(NSUInteger)length;
@end

@interface NSArray<__covariant T> : NSObject
@property(readonly) NSUInteger count;
+ (instancetype)arrayWithObjects:(const id[])objects count:(NSUInteger)count;
- (T)objectAtIndexedSubscript:(NSUInteger)index;
@end

@interface NSDictionary<__covariant K, __covariant V> : NSObject
+ (instancetype)dictionaryWithObjects:(const id[])objects forKeys:(const id[])keys count:(NSUInteger)count;
- (V)objectForKeyedSubscript:(K)key;
@end

@interface NSSet : NSObject
+ (instancetype)setWithObjects:(id)first, ... __attribute__((sentinel));
- (BOOL)containsObject:(id)object;
@end

@interface NSDate : NSObject
+ (instancetype)dateWithTimeIntervalSinceNow:(NSTimeInterval)seconds;
@end

@interface NSError : NSObject
@end

@interface NSUserDefaults : NSObject
+ (NSUserDefaults *)standardUserDefaults;
- (instancetype)initWithSuiteName:(NSString *)name;
- (void)setObject:(id)value forKey:(NSString *)key;
@end

@interface NSUbiquitousKeyValueStore : NSObject
+ (NSUbiquitousKeyValueStore *)defaultStore;
- (void)setString:(NSString *)value forKey:(NSString *)key;
@end

@interface NSFileManager : NSObject
+ (NSFileManager *)defaultManager;
- (NSURL *)containerURLForSecurityApplicationGroupIdentifier:(NSString *)group;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (NSDictionary *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error;
@end

NSArray<NSString *> *NSSearchPathForDirectoriesInDomains(NSUInteger directory, NSUInteger domain, BOOL expandTilde);
enum { NSDocumentDirectory = 9, NSApplicationSupportDirectory = 14, NSUserDomainMask = 1 };

@interface NSURL : NSObject
@property(readonly) NSString *path;
+ (instancetype)URLWithString:(NSString *)string;
+ (instancetype)fileURLWithPath:(NSString *)path;
- (BOOL)setResourceValue:(id)value forKey:(NSString *)key error:(NSError **)error;
@end
extern NSString *const NSURLIsExcludedFromBackupKey;
extern NSString *const NSFileModificationDate;

@interface NSURLQueryItem : NSObject
@property(readonly) NSString *name, *value;
@end

@interface NSURLComponents : NSObject
@property(readonly) NSString *scheme, *host, *path;
@property(readonly) NSArray<NSURLQueryItem *> *queryItems;
+ (instancetype)componentsWithURL:(NSURL *)url resolvingAgainstBaseURL:(BOOL)resolve;
@end

@interface NSBundle : NSObject
@property(readonly) NSString *resourcePath;
+ (NSBundle *)mainBundle;
- (id)objectForInfoDictionaryKey:(NSString *)key;
- (NSURL *)URLForResource:(NSString *)name withExtension:(NSString *)extension;
@end

@interface NSUserActivity : NSObject
@property(readonly) NSURL *webpageURL;
@end

typedef struct __SecTrust *SecTrustRef;
@interface NSURLProtectionSpace : NSObject
@property(readonly) NSString *authenticationMethod;
@property(readonly) SecTrustRef serverTrust;
@end
extern NSString *const NSURLAuthenticationMethodServerTrust;

@interface NSURLCredential : NSObject
+ (NSURLCredential *)credentialForTrust:(SecTrustRef)trust;
@end

@interface NSURLAuthenticationChallenge : NSObject
@property(readonly) NSURLProtectionSpace *protectionSpace;
@end
typedef NS_ENUM(NSInteger, NSURLSessionAuthChallengeDisposition){
    NSURLSessionAuthChallengeUseCredential, NSURLSessionAuthChallengePerformDefaultHandling,
    NSURLSessionAuthChallengeCancelAuthenticationChallenge,
};

@interface NSURLRequest : NSObject
+ (instancetype)requestWithURL:(NSURL *)url;
@end
@interface NSMutableURLRequest : NSURLRequest
@property(copy) NSString *HTTPMethod;
- (void)setValue:(NSString *)value forHTTPHeaderField:(NSString *)field;
@end

@interface NSURLSessionConfiguration : NSObject
@property uint16_t TLSMinimumSupportedProtocolVersion;
@property int TLSMinimumSupportedProtocol;
@property(retain) id URLCache;
+ (NSURLSessionConfiguration *)defaultSessionConfiguration;
+ (NSURLSessionConfiguration *)ephemeralSessionConfiguration;
@end

@protocol NSURLSessionDelegate
@optional
- (void)URLSession:(NSURLSession *)session
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler;
@end

@interface NSURLSessionTask : NSObject
- (void)resume;
@end
@interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                  delegate:(id<NSURLSessionDelegate>)delegate
                             delegateQueue:(id)queue;
- (NSURLSessionTask *)dataTaskWithRequest:(NSURLRequest *)request
                        completionHandler:(void (^)(NSData *, NSURLResponse *, NSError *))completionHandler;
@end

@interface NSJSONSerialization : NSObject
+ (id)JSONObjectWithData:(NSData *)data options:(NSUInteger)options error:(NSError **)error;
@end

@interface NSKeyedUnarchiver : NSObject
+ (id)unarchiveObjectWithData:(NSData *)data;
+ (id)unarchivedObjectOfClass:(Class)type fromData:(NSData *)data error:(NSError **)error;
@end

void NSLog(NSString *format, ...) __attribute__((format(NSString, 1, 2)));
