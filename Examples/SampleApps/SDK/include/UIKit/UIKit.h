// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <Foundation/Foundation.h>

typedef struct { double x, y, width, height; } CGRect;
@class UIApplication;
typedef NSString *UIApplicationExtensionPointIdentifier;
typedef NSString *UIApplicationOpenURLOptionsKey;
extern UIApplicationOpenURLOptionsKey const UIApplicationOpenURLOptionsSourceApplicationKey;
extern UIApplicationExtensionPointIdentifier const UIApplicationKeyboardExtensionPointIdentifier;
extern NSString *const UIPasteboardOptionExpirationDate;
extern NSString *const UIPasteboardOptionLocalOnly;

@interface UIResponder : NSObject
@end
@interface UIView : UIResponder
- (instancetype)initWithFrame:(CGRect)frame;
- (void)addSubview:(UIView *)view;
- (void)removeFromSuperview;
@end
@interface UIWindow : UIView
- (void)makeKeyAndVisible;
@end

typedef NS_ENUM(NSInteger, UITextAutocorrectionType){UITextAutocorrectionTypeDefault, UITextAutocorrectionTypeNo};
typedef NS_ENUM(NSInteger, UITextSpellCheckingType){UITextSpellCheckingTypeDefault, UITextSpellCheckingTypeNo};
@interface UITextField : UIView
@property(copy) NSString *text, *placeholder;
@property UITextAutocorrectionType autocorrectionType;
@property UITextSpellCheckingType spellCheckingType;
@property BOOL secureTextEntry;
@end

@interface UIPasteboard : NSObject
@property(copy) NSString *string;
+ (UIPasteboard *)generalPasteboard;
+ (UIPasteboard *)pasteboardWithUniqueName;
- (void)setItems:(NSArray *)items options:(NSDictionary *)options;
@end

@interface UIWebView : UIView
- (void)loadRequest:(NSURLRequest *)request;
@end

@protocol UIApplicationDelegate
@end
@interface UIApplication : UIResponder
+ (UIApplication *)sharedApplication;
- (BOOL)canOpenURL:(NSURL *)url;
@end
@interface UIInputViewController : UIResponder
@property(readonly) UIView *view;
@end

int UIApplicationMain(int argc, char **argv, NSString *principalClass, NSString *delegateClass);
