extension MASTGTest {
    static let privacy: [MASTGTest] = [
        .init(
            281, "Known tracking domains that are not declared", .privacy, [1, 3], weakness: 108, [.p], .review,
            "Record the hosts that the app reaches with a proxy and compare them with NSPrivacyTrackingDomains of its privacy manifests."),
        .init(
            360, "Purpose strings that are missing or not accurate", .privacy, [1, 3], weakness: 117, [.p], .review,
            "Read each purpose string in Info.plist and see that it says what the app in truth does with the resource."),
        .init(
            361, "Protected resources used without an accurate purpose at run time", .privacy, [1, 3], weakness: 117, [.p], .running,
            "Use the app, note when each permission is asked for, and compare it with the purpose string; trace the interfaces with "
                + "Frida."),
        .init(
            362, "Entitlements for capabilities that the app does not need", .privacy, [1], weakness: 117, [.p], .review,
            "Compare the entitlements with the features of the app and see that each is in use."),
        .init(
            363, "Capabilities that the running app does not use", .privacy, [1], weakness: 117, [.p], .running,
            "Trace the interfaces behind each entitlement (HealthKit, NFC, HomeKit …) with Frida while using all features of the app."),
    ]
}
