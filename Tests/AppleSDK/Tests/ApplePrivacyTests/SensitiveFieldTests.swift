import EmulatedDevice
import Foundation
import MerlonCore
import MerlonPrivacy
import Testing
import UIKit

@MainActor @Suite(.serialized) struct SensitiveFieldTests {
    init() {
        EmulatedDevice.current = EmulatedDevice()
        UIApplication.shared.connectedScenes = []
    }

    @Test(arguments: FieldPolicy.Content.allCases)
    func nothingIsLearnt(_ content: FieldPolicy.Content) {
        let field = SensitiveField(policy: FieldPolicy(content))
        #expect(field.isSecureTextEntry && !field.isCachedByKeyboard && field.autocorrectionType == .no && field.spellCheckingType == .no)
        #expect(field.smartDashesType == .no && field.smartQuotesType == .no && field.autocapitalizationType == .none)
        #expect(field.textContentType != nil)
    }

    @Test(arguments: [
        ("copy:", false), ("cut:", false), ("paste:", true), ("select:", true), ("selectAll:", true), ("_share:", false),
        ("_define:", false),
        ("_translate:", false), ("somethingNew:", false),
    ])
    func edits(_ action: String, _ isAllowed: Bool) {
        #expect(SensitiveField(policy: FieldPolicy(.password)).canPerformAction(Selector(action), withSender: nil) == isAllowed)
        let strict = SensitiveField(policy: FieldPolicy(.secret, allowsPaste: false))
        #expect(strict.canPerformAction(Selector(action), withSender: nil) == (isAllowed && action != "paste:"))
        #expect(SensitiveField(policy: FieldPolicy(.password, allowsCopy: true)).canPerformAction(Selector(action), withSender: nil))
    }

    @Test func theSecretIsTakenOnce() throws {
        let field = SensitiveField(policy: FieldPolicy(.password))
        #expect(try field.takeSecret() == nil)
        field.text = "hunter2 ö"
        let secret = try #require(try field.takeSecret())
        #expect(secret == (try SecretBytes(copying: Array("hunter2 ö".utf8))))
        #expect(field.text == "")
    }

    @Test func fieldsEmptyThemselvesWithTheirScene() {
        let (one, other) = (EmulatedLifeCycle.connectScene(), EmulatedLifeCycle.connectScene())
        let fields = [
            FieldPolicy(.secret), FieldPolicy(.secret, clearsInBackground: false), FieldPolicy(.password), FieldPolicy(.password),
        ]
        .map { SensitiveField(policy: $0) }
        for field in fields[..<3] { one.windows.first?.addSubview(field) }
        other.windows.first?.addSubview(fields[3])
        let loose = SensitiveField(policy: FieldPolicy(.secret))
        for field in fields + [loose] { field.text = "1234" }
        EmulatedLifeCycle.deactivate(one)
        #expect(fields[0].text == "1234")
        EmulatedLifeCycle.enterBackground(one)
        #expect(fields.map(\.text) == ["", "1234", "", "1234"] && loose.text == "")
        weak var gone: SensitiveField?
        do {
            let field = SensitiveField(policy: FieldPolicy(.secret))
            gone = field
        }
        #expect(gone == nil)
    }

    @Test func customKeyboards() {
        #expect(!KeyboardPolicy.systemKeyboardsOnly.allows(.keyboard))
        #expect(KeyboardPolicy.dangerouslyAllowCustomKeyboards.allows(.keyboard))
        #expect(KeyboardPolicy.systemKeyboardsOnly.allows(.init(rawValue: "com.example.other")))
    }

    /// A session over the life cycle of the stand-in: fields are cleared, the lock is asked, the route is left in time.
    @Test func sessionOverTheLifeCycle() async throws {
        let lock = AnsweringLock()
        var route: [String] = []
        let session = SensitiveSession(
            policy: .init(gracePeriod: .zero), lock: lock, reason: "Unlock", onLock: { route.append("lock") },
            onOpen: { route.append("home") })
        let field = SensitiveField(policy: FieldPolicy(.password))
        session.register(field)
        session.observeScenes()
        let scene = EmulatedLifeCycle.connectScene()
        while session.phase != .open { await Task.yield() }
        field.text = "secret"
        EmulatedLifeCycle.enterBackground(scene)
        #expect(field.text == "")
        EmulatedLifeCycle.activate(scene)
        #expect(route == ["home", "lock"])
        while session.phase != .open { await Task.yield() }
        #expect(route == ["home", "lock", "home"])
        EmulatedLifeCycle.lockDevice()
        #expect(session.phase == .locked && session.lastAnswer == .confirmed)
    }

    @Test func pasteboard() {
        let board = UIPasteboard()
        let start = Date()
        var now = start
        board.now = { now }
        let pasteboard = SensitivePasteboard(policy: PasteboardPolicy(lifetime: .seconds(30), clearsInBackground: true), pasteboard: board)
        pasteboard.copy("one-time 123456", now: start)
        #expect(pasteboard.hasText && board.readCount == 0 && board.universalItems.isEmpty)
        now = start.addingTimeInterval(31)
        #expect(!pasteboard.hasText)
        pasteboard.copy("again", now: now)
        pasteboard.clear()
        #expect(!pasteboard.hasText)
        pasteboard.copy("mine", now: now)
        board.setItems([["public.utf8-plain-text": "somebody else's"]])
        pasteboard.clear()
        #expect(board.string == "somebody else's")
        pasteboard.copy("left behind", now: now)
        EmulatedLifeCycle.enterBackground(EmulatedLifeCycle.connectScene())
        #expect(!pasteboard.hasText)
        #expect(PasteboardPolicy(lifetime: .hours(5)).lifetime == PasteboardPolicy.maximumLifetime)
    }

    private struct AnsweringLock: OwnerLock {
        func ask(reason: String) async -> OwnerAnswer { .confirmed }
    }
}
