// Declarations of our own, as far as the sample apps use the framework. Names and types as Apple's public documentation has them.
#pragma once
#import <UIKit/UIKit.h>

@class WKWebView, WKUserContentController, WKScriptMessage, WKNavigation;

@protocol WKScriptMessageHandler
- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message;
@end
@protocol WKNavigationDelegate
@optional
- (void)webView:(WKWebView *)webView
    didReceiveAuthenticationChallenge:(NSURLAuthenticationChallenge *)challenge
                    completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler;
@end

@interface WKScriptMessage : NSObject
@property(readonly) id body;
@property(readonly) WKWebView *webView;
@end
@interface WKUserContentController : NSObject
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)handler name:(NSString *)name;
@end
@interface WKPreferences : NSObject
- (void)setValue:(id)value forKey:(NSString *)key;
@end
@interface WKWebpagePreferences : NSObject
@property BOOL allowsContentJavaScript;
@end
@interface WKWebViewConfiguration : NSObject
@property(retain) WKUserContentController *userContentController;
@property(retain) WKPreferences *preferences;
@property(retain) WKWebpagePreferences *defaultWebpagePreferences;
- (void)setValue:(id)value forKey:(NSString *)key;
@end
@interface WKWebView : UIView
@property(assign) id<WKNavigationDelegate> navigationDelegate;
- (instancetype)initWithFrame:(CGRect)frame configuration:(WKWebViewConfiguration *)configuration;
- (WKNavigation *)loadHTMLString:(NSString *)html baseURL:(NSURL *)url;
- (WKNavigation *)loadFileURL:(NSURL *)url allowingReadAccessToURL:(NSURL *)readAccess;
- (void)evaluateJavaScript:(NSString *)script completionHandler:(void (^)(id result, NSError *error))completionHandler;
@end
