// A keyboard extension that asks for the network as well (MASTG-TEST-0390, in its Info.plist).
#import <UIKit/UIKit.h>

@interface KeyboardController : UIInputViewController
@end

@implementation KeyboardController

- (void)viewDidLoad {
    [self.view addSubview:[[[UITextField alloc] initWithFrame:(CGRect){0, 0, 390, 200}] autorelease]];
}

@end
