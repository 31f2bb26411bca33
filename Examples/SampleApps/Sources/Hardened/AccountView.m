// The screen. Hardened: masked fields that the keyboard does not learn from, a pasteboard of its own, and purposes that Info.plist states.
#import <AVFoundation/AVFoundation.h>
#import "Hardened.h"

@implementation AccountView {
    UITextField *_password;
    UITextField *_account;
    UIPasteboard *_pasteboard;
}

- (instancetype)initWithFrame:(CGRect)frame {
    if ((self = [super initWithFrame:frame])) {
        _password = [self fieldAt:(CGRect){20, 100, 350, 40} placeholder:@"Password"];
        _account = [self fieldAt:(CGRect){20, 160, 350, 40} placeholder:@"Account"];
        [WebPages showTermsIn:self];
    }
    return self;
}

- (UITextField *)fieldAt:(CGRect)frame placeholder:(NSString *)placeholder {
    UITextField *field = [[UITextField alloc] initWithFrame:frame];
    field.placeholder = placeholder;
    field.secureTextEntry = YES;
    field.autocorrectionType = UITextAutocorrectionTypeNo;
    field.spellCheckingType = UITextSpellCheckingTypeNo;
    [self addSubview:field];
    return field;
}

- (void)signIn {
    unsigned char token[32];
    if (!Cipher_makeToken(token)) return;
    [Session signInWithToken:[NSData dataWithBytes:token length:sizeof token]];
    [self copyAccount];
    [self scan];
}

// A pasteboard that only this app can name, and only for as long as it runs.
- (void)copyAccount {
    _pasteboard = [UIPasteboard pasteboardWithUniqueName];
    [_pasteboard setItems:@[ @{@"public.utf8-plain-text": _account.text} ]
                  options:@{
                      UIPasteboardOptionLocalOnly: @YES,
                      UIPasteboardOptionExpirationDate: [NSDate dateWithTimeIntervalSinceNow:60],
                  }];
}

// The camera's purpose and the reason for asking a file's time stand in Info.plist and PrivacyInfo.xcprivacy.
- (void)scan {
    [AVCaptureDevice requestAccessForMediaType:AVMediaTypeVideo
                             completionHandler:^(BOOL granted) {
                               AVCaptureDevice *camera = [AVCaptureDevice defaultDeviceWithMediaType:AVMediaTypeVideo];
                               if (granted) [AVCaptureDeviceInput deviceInputWithDevice:camera error:NULL];
                             }];
    NSDictionary *attributes = [NSFileManager.defaultManager attributesOfItemAtPath:NSBundle.mainBundle.resourcePath error:NULL];
    _account.placeholder = attributes[NSFileModificationDate] ? @"Account" : @"";
}

@end
