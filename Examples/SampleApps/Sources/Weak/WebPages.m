// Pages in the app. Weak: a web view of iOS 2, and a newer one that hands the app's files and its token to any script.
#import <WebKit/WebKit.h>
#import "Weak.h"

@interface WebPages () <WKScriptMessageHandler, WKNavigationDelegate>
@end

@implementation WebPages

// MASTG-TEST-0331.
+ (void)showHelpIn:(UIView *)view {
    UIWebView *page = [[UIWebView alloc] initWithFrame:(CGRect){0, 0, 390, 844}];
    [page loadRequest:[NSURLRequest requestWithURL:[NSURL URLWithString:@"http://help.weak.example.org/"]]];
    [view addSubview:page];
    [page release];
}

// MASTG-TEST-0333, 0335, 0376.
+ (void)showTermsIn:(UIView *)view {
    WKWebViewConfiguration *configuration = [[WKWebViewConfiguration alloc] init];
    WebPages *pages = [[WebPages new] autorelease];
    [configuration.userContentController addScriptMessageHandler:pages name:@"wallet"];
    [configuration.preferences setValue:@YES forKey:@"allowFileAccessFromFileURLs"];
    [configuration setValue:@YES forKey:@"allowUniversalAccessFromFileURLs"];
    WKWebView *page = [[WKWebView alloc] initWithFrame:(CGRect){0, 0, 390, 844} configuration:configuration];
    page.navigationDelegate = pages;
    [page loadFileURL:[NSBundle.mainBundle URLForResource:@"signin" withExtension:@"html"]
        allowingReadAccessToURL:[NSURL fileURLWithPath:@"/"]];
    [view addSubview:page];
    [page release];
    [configuration release];
}

// MASTG-TEST-0377, 0379, 0380: answers a page, whoever it is, with the token, in the page's own world.
- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message {
    char token[33];
    Cipher_makeToken(token);
    [message.webView evaluateJavaScript:[NSString stringWithFormat:@"document.getElementById('token').value = '%s'", token]
                      completionHandler:nil];
}

// MASTG-TEST-0397.
- (void)webView:(WKWebView *)webView
    didReceiveAuthenticationChallenge:(NSURLAuthenticationChallenge *)challenge
                    completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
    completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]);
}

@end
