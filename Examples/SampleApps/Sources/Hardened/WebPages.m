// A page in the app. Hardened: one file of the bundle, no script, no bridge, no other file within reach.
#import <WebKit/WebKit.h>
#import "Hardened.h"

@implementation WebPages

+ (void)showTermsIn:(UIView *)view {
    WKWebViewConfiguration *configuration = [WKWebViewConfiguration new];
    configuration.defaultWebpagePreferences = [WKWebpagePreferences new];
    configuration.defaultWebpagePreferences.allowsContentJavaScript = NO;
    WKWebView *page = [[WKWebView alloc] initWithFrame:(CGRect){0, 0, 390, 844} configuration:configuration];
    NSURL *terms = [NSBundle.mainBundle URLForResource:@"terms" withExtension:@"html"];
    [page loadFileURL:terms allowingReadAccessToURL:terms];
    [view addSubview:page];
}

@end
