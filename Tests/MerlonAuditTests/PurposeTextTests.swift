import Testing

@testable import MerlonAudit

@Suite struct PurposeTextTests {
    static let texts: [(String, PurposeText.Quality)] = [
        ("", .empty), (" \n", .empty), ("TODO", .placeholder), ("test", .placeholder), ("...", .placeholder),
        ("$(PRODUCT_NAME)", .placeholder),
        ("This app needs access to your camera.", .vague), ("Camera access is required for app functionality", .vague),
        ("We use your location to improve your experience.", .vague), ("Location", .vague), ("Please allow photos!", .vague),
        ("Scans the code on your invoice.", .specific), ("Shows shops near you on the map.", .specific),
        ("Your location is used to find nearby stores.", .specific), ("Benötigt Zugriff auf die Kamera.", .specific),
        ("Used to unlock your vault.", .specific), ("カメラを使用します", .specific), ("相机", .specific),
    ]

    @Test func tellsWhatTextsSay() {
        for (text, quality) in Self.texts { #expect(PurposeText.quality(of: text) == quality, "\(text)") }
    }
}
