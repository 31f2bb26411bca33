import Foundation
import MerlonCore
import MerlonPinning
import Testing

@testable import MerlonAuth

/// Sign-in at another device, with a server whose answers are scripted and a clock that the pauses move.
@Suite("OAuth device code")
struct DeviceTests {
    let server: FakeServer
    let client: OAuthClient

    init() async throws {
        let server = try FakeServer()
        self.server = server
        client = try OAuthClient(
            FakeServer.metadata, clientID: "app", authentication: .none, transport: server, entropy: SystemEntropy(), time: server.time
        ) { span in server.time.advance(span) }
    }

    private static let right = #"""
        {"device_code":"device-secret-1","user_code":"WDJB-MJHT","verification_uri":"https://id.example/device","expires_in":600,
        "verification_uri_complete":"https://id.example/device?user_code=WDJB-MJHT","interval":5}
        """#
    private static let tokens = #"{"access_token":"access-secret-1","token_type":"Bearer","expires_in":300}"#

    private func begin(_ scopes: [String] = ["read"]) async throws -> DeviceAuthorization {
        await server.publish("/device", 200, Self.right)
        return try await client.authorizeDevice(options: SignInOptions(scopes: scopes))
    }

    @Test func waitsAsLongAsTheServerSays() async throws {
        let device = try await begin()
        #expect(device.userCode == "WDJB-MJHT" && device.lifetime == .minutes(10))
        #expect(await server.forms == [["client_id": "app", "scope": "read"]])
        await server.forget()
        let pending = #"{"error":"authorization_pending"}"#
        await server.script([(400, pending), (400, #"{"error":"slow_down"}"#), (400, pending), (503, ""), (200, Self.tokens)])
        let start = server.time.wallTime
        let signIn = try await client.signIn(with: device)
        #expect(signIn.identity == nil && signIn.tokens.lifetime == .minutes(5))
        // 5, 5, then 10 and 10 after slow_down, then twice as long after the fault.
        #expect(server.time.wallTime - start == .seconds(5 + 5 + 10 + 10 + 20))
        let forms = await server.forms
        #expect(
            forms.count == 5
                && forms.allSatisfy {
                    $0 == [
                        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "device-secret-1", "client_id": "app",
                    ]
                })
    }

    static let endings: [(Int, String, AuthError.Code)] = [
        (400, #"{"error":"access_denied"}"#, .userCancelled), (400, #"{"error":"expired_token"}"#, .expired),
        (400, #"{"error":"invalid_grant"}"#, .authenticationFailed), (401, #"{"error":"invalid_client"}"#, .unsupported),
        (400, #"{"error":"invalid_request"}"#, .unavailable), (400, "{}", .unavailable), (200, "{}", .malformed),
        (200, #"{"access_token":"a","token_type":"mac"}"#, .malformed),
    ]

    @Test func ends() async throws {
        for (status, body, expected) in Self.endings {
            let device = try await begin()
            await server.script([(status, body)])
            await #expect(throws: AuthError(expected, ""), "\(body)") { try await client.signIn(with: device) }
        }
        // With openid there must be an ID token here too.
        let device = try await begin(["openid"])
        await server.script([(200, Self.tokens)])
        await #expect(throws: AuthError.authenticationFailed) { try await client.signIn(with: device) }
    }

    @Test func givesUpWhenTheCodeHasExpired() async throws {
        let device = try await begin()
        await server.forget()
        await server.script(Array(repeating: (400, #"{"error":"authorization_pending"}"#), count: 1000))
        await #expect(throws: AuthError(.expired, "")) { try await client.signIn(with: device) }
        #expect(await server.requests.count == 119)
        // A server that is not there is asked ever less often, and a cancelled task no more.
        let other = try await begin()
        await server.forget()
        await server.unreachable(.timedOut)
        await #expect(throws: AuthError(.expired, "")) { try await client.signIn(with: other) }
        #expect(await server.requests.count == 6)
        let task = Task { try await client.signIn(with: device) }
        task.cancel()
        await #expect(throws: AuthError.self) { try await task.value }
    }

    @Test func refusesAnswersThatAreNone() async throws {
        let changes: [[String: JSONValue?]] = [
            ["device_code": nil], ["device_code": ""], ["device_code": 7], ["user_code": nil], ["user_code": ""],
            ["user_code": "\u{202E}x"],
            ["user_code": .string(String(repeating: "A", count: 65))], ["user_code": "a\u{1B}[2J"], ["verification_uri": nil],
            ["verification_uri": "http://id.example/device"], ["verification_uri": "javascript:alert(1)"],
            ["verification_uri_complete": "http://id.example/x"], ["expires_in": nil], ["expires_in": 0], ["expires_in": -1],
            ["expires_in": "600"], ["interval": -1], ["interval": "5"], ["interval": .null],
        ]
        for change in changes {
            var members = try JSONValue(parsing: Self.right).object ?? [:]
            for (name, value) in change { members[name] = value }
            await server.publish("/device", 200, JSONValue.object(members).serialized())
            await #expect(throws: AuthError(.malformed, ""), "\(change)") { try await client.authorizeDevice() }
        }
        await server.publish("/device", 200, Self.right, ["content-type": "text/html"])
        await #expect(throws: AuthError(.malformed, "")) { try await client.authorizeDevice() }
        await server.publish("/device", 400, #"{"error":"invalid_client"}"#)
        await #expect(throws: AuthError(.unsupported, "")) { try await client.authorizeDevice() }
        // A server that says no pause, or an endless life, is not believed.
        await server.publish(
            "/device", 200, Self.right.replacingOccurrences(of: "600", with: "999999999").replacingOccurrences(of: "l\":5", with: "l\":0"))
        let device = try await client.authorizeDevice(options: SignInOptions(scopes: ["read"]))
        #expect(device.lifetime == .hours(1) && device.interval == .seconds(1))
    }
}
