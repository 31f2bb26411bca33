import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonAuth
import MerlonCore
import MerlonVault
import Testing
import UIKit

/// iOS ends an app that is suspended with a lock of a shared folder: a session gives its lock back before, and still loses nothing.
@Suite(.serialized) struct SessionSuspensionTests {
    init() {
        EmulatedDevice.current = EmulatedDevice()
        OpenSSLCryptography.install()
    }

    /// A server that answers when it is told to.
    private actor SlowServer: TokenRefresher {
        private(set) var asked: [String] = []
        private var waiting: CheckedContinuation<Void, Never>?
        private var isHeld = true

        func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse {
            asked.append(refreshToken.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            if isHeld { await withCheckedContinuation { waiting = $0 } }
            return try TokenResponse(accessToken: "access-\(asked.count)", refreshToken: "refresh-\(asked.count)", lifetime: .minutes(5))
        }

        func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {}

        func answer() {
            isHeld = false
            waiting?.resume()
            waiting = nil
        }
        var isAsked: Bool { waiting != nil }
    }

    @Test func theLockIsGivenBackBeforeSuspension() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-session-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let vault = try Vault(namespace: .init("com.example.session", environment: .production), store: MemoryStore())
        let server = SlowServer()
        let session = Session(in: vault, refresher: server, folder: folder)
        // Expires at once: the next use refreshes.
        try await session.start(with: TokenResponse(accessToken: "access-0", refreshToken: "refresh-0", lifetime: TimeSpan(nanoseconds: 1)))
        // An activity ends on a thread of its own, a little after the lock that it was for.
        for _ in 0..<10_000 where EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(EmulatedActivities.count == 0)

        let waiting = Task { try await session.accessToken().unredacted }
        while !(await server.isAsked) { await Task.yield() }
        #expect(EmulatedActivities.count == 1, "the app is kept awake while the lock is held")
        let lock = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".session-lock") })
        #expect(try ExclusiveLease.take("\(folder)/\(lock)") == nil, "the lock is held during the refresh")

        EmulatedActivities.expire()
        let other = try #require(try ExclusiveLease.take("\(folder)/\(lock)"), "the lock was kept into suspension")
        other.revoke()

        // Back in the foreground, the answer that was on its way comes: it is stored before anybody sees it, and used once.
        await server.answer()
        #expect(try await waiting.value == "access-1")
        #expect(await server.asked == ["refresh-0"])
        #expect(try await Session(in: vault, refresher: server, folder: folder).accessToken().unredacted == "access-1")
        while EmulatedActivities.count > 0 { await Task.yield() }
    }
}
