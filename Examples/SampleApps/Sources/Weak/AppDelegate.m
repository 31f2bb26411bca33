// The app's entry points. Weak: whoever opens a URL may sign in or pay, and everything goes to the log.
#import <UIKit/UIKit.h>
#import "Weak.h"

@interface AppDelegate : UIResponder <UIApplicationDelegate> {
    UIWindow *_window;
}
@end

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    _window = [[UIWindow alloc] initWithFrame:(CGRect){0, 0, 390, 844}];
    [_window addSubview:[[[AccountView alloc] initWithFrame:(CGRect){0, 0, 390, 844}] autorelease]];
    [_window makeKeyAndVisible];
    return YES;
}

// MASTG-TEST-0370, 0371: acts on the URL without a look at what it says or at who sent it.
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
    NSLog(@"handling %@", url);
    [Session storeToken:url.path];
    [Transport pay:url.path];
    return YES;
}

// MASTG-TEST-0395: the same for universal links.
- (BOOL)application:(UIApplication *)application
    continueUserActivity:(NSUserActivity *)activity
      restorationHandler:(void (^)(NSArray *))restorationHandler {
    [Transport pay:activity.webpageURL.path];
    return YES;
}

- (void)dealloc {
    [_window release];
    [super dealloc];
}

@end
