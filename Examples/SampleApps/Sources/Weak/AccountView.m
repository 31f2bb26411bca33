// The screen. Weak: fields that the keyboard learns from, the pasteboard of all apps, and sensors nobody was told of.
#import <AVFoundation/AVFoundation.h>
#import <AdSupport/AdSupport.h>
#import "Weak.h"

@implementation AccountView {
    UITextField *_password;
    UITextField *_account;
}

// MASTG-TEST-0313, 0346.
- (instancetype)initWithFrame:(CGRect)frame {
    if ((self = [super initWithFrame:frame])) {
        _password = [[UITextField alloc] initWithFrame:(CGRect){20, 100, 350, 40}];
        _password.placeholder = @"Password";
        _account = [[UITextField alloc] initWithFrame:(CGRect){20, 160, 350, 40}];
        [self addSubview:_password];
        [self addSubview:_account];
        [WebPages showHelpIn:self];
        [WebPages showTermsIn:self];
    }
    return self;
}

- (void)signIn {
    [Session signInWithPassword:_password.text];
    [Session signInWithFace];
    [self copyAccount];
    [self greet];
}

// MASTG-TEST-0276, 0278, 0279, 0280.
- (void)copyAccount {
    UIPasteboard.generalPasteboard.string = _account.text;
}

// MASTG-TEST-0360: Info.plist has no NSCameraUsageDescription. The file's times and the advertising identifier are taken along.
- (void)greet {
    AVCaptureDevice *camera = [AVCaptureDevice defaultDeviceWithMediaType:AVMediaTypeVideo];
    NSLog(@"camera %@", [AVCaptureDeviceInput deviceInputWithDevice:camera error:NULL]);
    NSDictionary *attributes = [NSFileManager.defaultManager attributesOfItemAtPath:NSBundle.mainBundle.resourcePath error:NULL];
    NSLog(@"seen %@ since %@", ASIdentifierManager.sharedManager.advertisingIdentifier.UUIDString, attributes[NSFileModificationDate]);
    unsigned char digest[36], sealed[64];
    Cipher_digest(_account.text.UTF8String, digest);
    NSData *note = [NSData dataWithBytes:sealed length:Cipher_encrypt(digest, sizeof digest, sealed, sizeof sealed)];
    NSLog(@"note %@ signed by %p or %p", note, [Keys newSigningKey], [Keys embeddedSigningKey]);
}

- (void)dealloc {
    [_password release];
    [_account release];
    [super dealloc];
}

@end
