/// A resource that the user must be asked for, with the interfaces that ask and the keys that say why.
struct ProtectedResource: Sendable {
    /// As in "the camera".
    let name: String
    /// Any of these keys will do.
    let keys: [String]
    /// Using one of these asks the user, or ends the app where the key is missing.
    let uses: [CodeUse]

    /// Source: Apple's documentation of the keys under "Protected resources".
    static let all: [ProtectedResource] = [
        .init(
            name: "the camera", keys: ["NSCameraUsageDescription"],
            uses: [.objectiveCClass("AVCaptureDeviceInput"), .objectiveCClass("AVCaptureSession"), .objectiveCClass("ARSession")]),
        .init(
            name: "the microphone", keys: ["NSMicrophoneUsageDescription"],
            uses: [
                .objectiveCClass("AVAudioRecorder"), .selector("requestRecordPermission:"),
                .selector("requestRecordPermissionWithCompletionHandler:"),
            ]),
        .init(
            name: "the photo library", keys: ["NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription"],
            uses: [.objectiveCClass("PHPhotoLibrary"), .objectiveCClass("PHAsset"), .objectiveCClass("ALAssetsLibrary")]),
        .init(
            name: "adding to the photo library", keys: ["NSPhotoLibraryAddUsageDescription", "NSPhotoLibraryUsageDescription"],
            uses: [.symbol("_UIImageWriteToSavedPhotosAlbum"), .symbol("_UISaveVideoAtPathToSavedPhotosAlbum")]),
        .init(
            name: "contacts", keys: ["NSContactsUsageDescription"],
            uses: [.objectiveCClass("CNContactStore"), .symbol("_ABAddressBookCreateWithOptions")]),
        .init(
            name: "calendars or reminders",
            keys: [
                "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
                "NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription",
            ], uses: [.objectiveCClass("EKEventStore")]),
        .init(
            name: "the location",
            keys: [
                "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
                "NSLocationUsageDescription",
            ],
            uses: [
                .selector("requestWhenInUseAuthorization"), .selector("requestAlwaysAuthorization"), .selector("startUpdatingLocation"),
                .selector("requestLocation"),
            ]),
        .init(
            name: "motion and fitness", keys: ["NSMotionUsageDescription"],
            uses: [.objectiveCClass("CMMotionActivityManager"), .objectiveCClass("CMPedometer"), .objectiveCClass("CMAltimeter")]),
        .init(
            name: "Bluetooth", keys: ["NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription"],
            uses: [.objectiveCClass("CBCentralManager"), .objectiveCClass("CBPeripheralManager")]),
        .init(
            name: "Face ID", keys: ["NSFaceIDUsageDescription"],
            uses: [.objectiveCClass("LAContext")]),
        .init(
            name: "speech recognition", keys: ["NSSpeechRecognitionUsageDescription"], uses: [.objectiveCClass("SFSpeechRecognizer")]),
        .init(
            name: "health data", keys: ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"],
            uses: [.objectiveCClass("HKHealthStore")]),
        .init(name: "HomeKit", keys: ["NSHomeKitUsageDescription"], uses: [.objectiveCClass("HMHomeManager")]),
        .init(
            name: "the media library", keys: ["NSAppleMusicUsageDescription"],
            uses: [
                .objectiveCClass("MPMediaQuery"), .objectiveCClass("MPMediaLibrary"), .objectiveCClass("SKCloudServiceController"),
                .symbols(startingWith: "_$s8MusicKit18MusicAuthorizationV"),
            ]),
        .init(name: "Siri", keys: ["NSSiriUsageDescription"], uses: [.selector("requestSiriAuthorization:")]),
        .init(
            name: "NFC", keys: ["NFCReaderUsageDescription"],
            uses: [
                .objectiveCClass("NFCNDEFReaderSession"), .objectiveCClass("NFCTagReaderSession"), .objectiveCClass("NFCVASReaderSession"),
            ]),
        .init(
            name: "tracking", keys: ["NSUserTrackingUsageDescription"],
            uses: [.selector("requestTrackingAuthorizationWithCompletionHandler:")]),
        .init(
            name: "the local network", keys: ["NSLocalNetworkUsageDescription"],
            uses: [
                .objectiveCClass("NSNetServiceBrowser"), .symbols(startingWith: "_$s7Network9NWBrowserC"), .symbol("_nw_browser_create"),
            ]),
        .init(name: "the focus status", keys: ["NSFocusStatusUsageDescription"], uses: [.objectiveCClass("INFocusStatusCenter")]),
        .init(name: "nearby interaction", keys: ["NSNearbyInteractionUsageDescription"], uses: [.objectiveCClass("NISession")]),
        .init(
            name: "the television account", keys: ["NSVideoSubscriberAccountUsageDescription"], uses: [.objectiveCClass("VSAccountManager")]
        ),
    ]
}
