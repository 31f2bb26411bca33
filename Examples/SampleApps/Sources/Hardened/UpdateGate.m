// Asks the server for the lowest version that may still be used. A flaw that was found cannot live on in old copies.
#import "Hardened.h"

@implementation UpdateGate

+ (void)ask:(void (^)(BOOL mayGoOn))answer {
    NSURL *address = [NSURL URLWithString:@"https://pay.hardened.example.org/app.json"];
    NSURLSessionConfiguration *configuration = NSURLSessionConfiguration.ephemeralSessionConfiguration;
    NSURLSession *session = [NSURLSession sessionWithConfiguration:configuration delegate:nil delegateQueue:nil];
    [[session dataTaskWithRequest:[NSURLRequest requestWithURL:address]
                completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
                  NSDictionary *rules = data ? [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL] : nil;
                  NSString *lowest = rules[@"minimum_version"];
                  NSString *version = [NSBundle.mainBundle objectForInfoDictionaryKey:@"CFBundleShortVersionString"];
                  answer(lowest && [version compare:lowest options:NSNumericSearch] != NSOrderedAscending);
                }] resume];
}

@end
