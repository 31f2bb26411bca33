// Talking to the server. Hardened: TLS 1.3, the pins of Info.plist (NSPinnedDomains), the system's own validation, nothing cached.
#import "Hardened.h"

@implementation Transport

+ (void)pay:(NSString *)order {
    NSURLSessionConfiguration *configuration = NSURLSessionConfiguration.ephemeralSessionConfiguration;
    configuration.TLSMinimumSupportedProtocolVersion = 0x0304;
    configuration.URLCache = nil;
    NSURLSession *session = [NSURLSession sessionWithConfiguration:configuration delegate:nil delegateQueue:nil];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"https://pay.hardened.example.org/order"]];
    request.HTTPMethod = @"POST";
    [request setValue:order forHTTPHeaderField:@"X-Order"];
    [[session dataTaskWithRequest:request
                completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
                  NSString *receipt = [NSKeyedUnarchiver unarchivedObjectOfClass:NSString.class fromData:data error:NULL];
                  if (receipt) [self keep:receipt];
                }] resume];
}

// Sealed before it is written, encrypted by the system while the device is locked, and left out of backups.
+ (void)keep:(NSString *)receipt {
    NSData *sealed = [Keys seal:[receipt dataUsingEncoding:NSUTF8StringEncoding]];
    NSString *folder = NSSearchPathForDirectoriesInDomains(NSApplicationSupportDirectory, NSUserDomainMask, YES)[0];
    NSString *path = [folder stringByAppendingPathComponent:@"receipt.sealed"];
    [sealed writeToFile:path options:NSDataWritingAtomic | NSDataWritingFileProtectionComplete error:NULL];
    [[NSURL fileURLWithPath:path] setResourceValue:@YES forKey:NSURLIsExcludedFromBackupKey error:NULL];
    [self authenticate:path];
}

// The file is believed only as long as its code under the session's key is right.
+ (BOOL)authenticate:(NSString *)path {
    NSData *data = [NSData dataWithContentsOfFile:path], *key = [Session token];
    if (!data || !key) return NO;
    unsigned char code[32];
    Cipher_authenticate(key.bytes, key.length, data.bytes, data.length, code);
    return Cipher_isAuthentic(code, key.bytes, key.length, data.bytes, data.length);
}

@end
