import MerlonAuth
import MerlonCore
import Testing

extension SessionTests {
    struct Door: OwnerLock {
        let answer: OwnerAnswer
        func ask(reason: String) async -> OwnerAnswer { answer }
    }

    @Test func asksForTheOwner() async throws {
        let session = try await started()
        func ask(_ answer: OwnerAnswer) async -> AuthError.Code? {
            do throws(AuthError) { try await session.requireOwner(within: .minutes(5), lock: Door(answer: answer), reason: "pay") } catch {
                return error.code
            }
            return nil
        }
        #expect(await ask(.refused) == nil, "the sign-in was just now")
        time.advance(.minutes(6))
        #expect(await ask(.refused) == .authenticationFailed)
        #expect(await ask(.cancelled) == .userCancelled)
        #expect(await ask(.delayed(until: time.wallTime + .minutes(1))) == .lockedOut)
        #expect(await ask(.unavailable(reason: "")) == .unsupported)
        #expect(await ask(.confirmed) == nil)
        #expect(await ask(.refused) == nil)
        // What one owner has shown is worth nothing for the next, also when another instance changed the sign-in.
        let other = self.session()
        try await other.signOut()
        #expect(await ask(.confirmed) == .signInRequired)
        try await other.start(with: try await server.next())
        #expect(await ask(.refused) == .authenticationFailed)
        // The session changes hands while the question is open.
        await #expect(throws: AuthError(.signInRequired, "")) {
            try await session.requireOwner(within: .zero, lock: OpenDoor(during: other, server: server), reason: "pay")
        }
        #expect(await ask(.refused) == .authenticationFailed)
    }

    /// Is confirmed, after somebody else has signed in.
    struct OpenDoor: OwnerLock {
        let during: Session
        let server: FakeRefresher
        func ask(reason: String) async -> OwnerAnswer {
            guard let response = try? await server.next(), (try? await during.start(with: response)) != nil else { return .refused }
            return .confirmed
        }
    }
}
