// Signing in, and what is kept of it. Weak: the face check is a Bool in memory, and the token lies about in six places.
#import <CloudKit/CloudKit.h>
#import <LocalAuthentication/LocalAuthentication.h>
#import <Security/Security.h>
#import "Weak.h"

@implementation Session

// MASTG-TEST-0297: the password and the token reach the system log.
+ (void)signInWithPassword:(NSString *)password {
    char token[33];
    Cipher_makeToken(token);
    NSLog(@"login with password=%@ gave access_token=%s", password, token);
    [self storeToken:[NSString stringWithUTF8String:token]];
}

// MASTG-TEST-0266, 0268, 0270: the result is a Bool that a hook can change; the passcode will do as well; a new face goes unnoticed.
+ (void)signInWithFace {
    LAContext *context = [[LAContext alloc] init];
    [context evaluatePolicy:LAPolicyDeviceOwnerAuthentication
            localizedReason:@"Sign in"
                      reply:^(BOOL success, NSError *error) {
                        if (success) [Session signInWithPassword:@"remembered"];
                      }];
    [context release];
}

+ (void)storeToken:(NSString *)token {
    [self storeInKeychain:token];
    [self storeInPreferences:token];
    [self storeInFiles:token];
    [self storeInCloud:token];
}

// Readable while the device is locked, and restored onto other devices.
+ (void)storeInKeychain:(NSString *)token {
    NSDictionary *item = @{
        (NSString *)kSecClass: (NSString *)kSecClassGenericPassword,
        (NSString *)kSecAttrAccount: @"access_token",
        (NSString *)kSecAttrAccessible: (NSString *)kSecAttrAccessibleAlways,
        (NSString *)kSecAttrSynchronizable: @YES,
        (NSString *)kSecValueData: [token dataUsingEncoding:NSUTF8StringEncoding],
    };
    SecItemAdd((CFDictionaryRef)item, NULL);
}

// MASTG-TEST-0300, 0388: plain property lists, one of them shared with every app of the group.
+ (void)storeInPreferences:(NSString *)token {
    [NSUserDefaults.standardUserDefaults setObject:token forKey:@"auth_token"];
    NSUserDefaults *shared = [[NSUserDefaults alloc] initWithSuiteName:@"group.org.example.merlon.weak"];
    [shared setObject:token forKey:@"auth_token"];
    [shared release];
    [NSUbiquitousKeyValueStore.defaultStore setString:token forKey:@"auth_token"];
}

// MASTG-TEST-0215, 0300, 0303: a plain file in Documents, which the Files app shows (UIFileSharingEnabled) and every backup takes along.
+ (void)storeInFiles:(NSString *)token {
    NSString *documents = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
    [token writeToFile:[documents stringByAppendingPathComponent:@"session.txt"] atomically:NO encoding:NSUTF8StringEncoding error:NULL];
    NSURL *group = [NSFileManager.defaultManager containerURLForSecurityApplicationGroupIdentifier:@"group.org.example.merlon.weak"];
    [token writeToFile:[group.path stringByAppendingPathComponent:@"session.txt"] atomically:NO encoding:NSUTF8StringEncoding error:NULL];
}

// A public database: any user of the app reads it.
+ (void)storeInCloud:(NSString *)token {
    CKRecord *record = [[CKRecord alloc] initWithRecordType:@"Session"];
    [record setObject:token forKey:@"auth_token"];
    [CKContainer.defaultContainer.publicCloudDatabase saveRecord:record
                                               completionHandler:^(CKRecord *saved, NSError *error) {
                                                 NSLog(@"saved %@ %@", saved, error);
                                               }];
    [record release];
}

@end
