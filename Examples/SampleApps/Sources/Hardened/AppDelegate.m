// The app's entry points. Hardened: what comes from outside is checked for its sender and its content before anything is done.
#import <UIKit/UIKit.h>
#import "Hardened.h"

@interface AppDelegate : UIResponder <UIApplicationDelegate>
@end

@implementation AppDelegate {
    UIWindow *_window;
}

- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    if (DeviceChecks_isDebugged() || DeviceChecks_isJailbroken() || DeviceChecks_isHooked()) return NO;
    if ([application canOpenURL:[NSURL URLWithString:@"cydia://package/x"]]) return NO;
    [UpdateGate ask:^(BOOL mayGoOn) {
      if (mayGoOn) [self show];
    }];
    return YES;
}

- (void)show {
    _window = [[UIWindow alloc] initWithFrame:(CGRect){0, 0, 390, 844}];
    [_window addSubview:[[AccountView alloc] initWithFrame:(CGRect){0, 0, 390, 844}]];
    [_window makeKeyAndVisible];
}

// No keyboard but Apple's sees what is typed.
- (BOOL)application:(UIApplication *)application shouldAllowExtensionPointIdentifier:(UIApplicationExtensionPointIdentifier)identifier {
    return ![identifier isEqualToString:UIApplicationKeyboardExtensionPointIdentifier];
}

- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
    NSString *sender = options[UIApplicationOpenURLOptionsSourceApplicationKey];
    if (![sender isEqualToString:@"org.example.merlon.shop"]) return NO;
    return [self act:url];
}

- (BOOL)application:(UIApplication *)application
    continueUserActivity:(NSUserActivity *)activity
      restorationHandler:(void (^)(NSArray *))restorationHandler {
    return [self act:activity.webpageURL];
}

// The only thing that a link may do is to show an order, and an order has a number of at most twelve characters.
- (BOOL)act:(NSURL *)url {
    NSURLComponents *parts = [NSURLComponents componentsWithURL:url resolvingAgainstBaseURL:NO];
    if (![[NSSet setWithObjects:@"https", @"hardenedwallet", nil] containsObject:parts.scheme]) return NO;
    if (![parts.host isEqualToString:@"pay.hardened.example.org"] || ![parts.path isEqualToString:@"/order"]) return NO;
    if (parts.queryItems.count != 1 || ![parts.queryItems[0].name isEqualToString:@"number"]) return NO;
    if (parts.queryItems[0].value.length > 12) return NO;
    [Transport pay:parts.queryItems[0].value];
    return YES;
}

@end
