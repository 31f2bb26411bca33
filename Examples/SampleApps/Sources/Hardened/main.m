#import <UIKit/UIKit.h>
#import "Hardened.h"

int main(int argc, char **argv) {
    DeviceChecks_denyDebugger();
    return UIApplicationMain(argc, argv, nil, @"AppDelegate");
}
