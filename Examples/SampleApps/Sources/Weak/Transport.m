// Talking to the server. Weak: without TLS, with an old TLS, and with any certificate.
#import <Darwin.h>
#import <Security/Security.h>
#import "Weak.h"

@interface Transport () <NSURLSessionDelegate>
@end

@implementation Transport

// MASTG-TEST-0321 (plain HTTP), 0343 (TLS 1.0), 0213 (a token for all users).
+ (void)pay:(NSString *)order {
    NSURLSessionConfiguration *configuration = NSURLSessionConfiguration.defaultSessionConfiguration;
    configuration.TLSMinimumSupportedProtocolVersion = 0x0301;
    NSURLSession *session = [NSURLSession sessionWithConfiguration:configuration delegate:(id)[[self new] autorelease] delegateQueue:nil];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"http://pay.weak.example.org/order"]];
    request.HTTPMethod = @"POST";
    // MASTG-TEST-0358: how the app talks to its server goes to the log.
    NSLog(@"[DEBUG] request of order %@ by %@", order, session);
    [request setValue:@"AIzaSyB7w-MeRl0n5AmPLe4PpXq9Zt2Vd8KfYhU" forHTTPHeaderField:@"X-Goog-Api-Key"];
    [request setValue:order forHTTPHeaderField:@"X-Order"];
    [[session dataTaskWithRequest:request
                completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
                  // MASTG-TEST-0386: builds whatever object the server names.
                  NSLog(@"answer %@", [NSKeyedUnarchiver unarchiveObjectWithData:data]);
                }] resume];
    [self reportOverSocket];
    [self reportTo:@"https://app-measurement.com/a"];
}

// MASTG-TEST-0281: a known tracker, and no privacy manifest that says so.
+ (void)reportTo:(NSString *)address {
    NSURLSession *session = [NSURLSession sessionWithConfiguration:NSURLSessionConfiguration.defaultSessionConfiguration
                                                          delegate:nil
                                                     delegateQueue:nil];
    [[session dataTaskWithRequest:[NSURLRequest requestWithURL:[NSURL URLWithString:address]] completionHandler:nil] resume];
}

// MASTG-TEST-0396: whatever certificate comes is trusted.
- (void)URLSession:(NSURLSession *)session
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
    completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]);
}

// MASTG-TEST-0323: a socket to port 80, which App Transport Security does not see.
+ (void)reportOverSocket {
    static const unsigned char address[16] = {16, 2, 0, 80, 192, 0, 2, 1};
    static const char message[] = "GET /beat?device=1 HTTP/1.0\r\n\r\n";
    int file = socket(2, 1, 0);
    if (connect(file, address, sizeof address) == 0) send(file, message, sizeof message - 1, 0);
    close(file);
}

@end
