// A page in the app. Hardened: text of the bundle without an origin: no script, no bridge, no file within reach.
#import <WebKit/WebKit.h>
#import "Hardened.h"

@implementation WebPages

+ (void)showTermsIn:(UIView *)view {
    WKWebViewConfiguration *configuration = [WKWebViewConfiguration new];
    configuration.defaultWebpagePreferences = [WKWebpagePreferences new];
    configuration.defaultWebpagePreferences.allowsContentJavaScript = NO;
    WKWebView *page = [[WKWebView alloc] initWithFrame:(CGRect){0, 0, 390, 844} configuration:configuration];
    NSString *terms = [NSBundle.mainBundle URLForResource:@"terms" withExtension:@"html"].path;
    [page loadHTMLString:[NSString stringWithContentsOfFile:terms encoding:NSUTF8StringEncoding error:NULL] baseURL:nil];
    [view addSubview:page];
}

@end
