import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import Testing

@Suite("Discovery of authorization servers")
struct DiscoveryTests {
    private static let places = ["/tenant/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/tenant"]

    private func code(_ body: () async throws(AuthError) -> Void) async -> AuthError.Code? {
        do throws(AuthError) { try await body() } catch { return error.code }
        return nil
    }

    @Test(arguments: places) func looksInBothPlaces(_ place: String) async throws {
        let server = try FakeServer()
        await server.publish(place, 200, FakeServer.discovery)
        let metadata = try await ServerDiscovery(FakeServer.issuer, transport: server, time: server.time).metadata()
        #expect(metadata == (try FakeServer.metadata) && metadata.supportsPKCE && metadata.namesIssuerInAnswers)
        #expect(metadata.tokenEndpoint.description == "https://id.example/token")
    }

    /// A second place is no second chance for a description that lies.
    @Test func aLieIsNotLookedPast() async throws {
        let server = try FakeServer()
        await server.publish(Self.places[1], 200, FakeServer.discovery)
        let cases: [(Int, String, AuthError.Code)] = [
            (200, FakeServer.discovery.replacingOccurrences(of: "tenant\"", with: "tenant2\""), .claimMismatch),
            (200, "<html>", .malformed), (500, "", .unavailable),
            (302, "", .unavailable), (403, "", .unavailable),
        ]
        for (status, body, expected) in cases {
            await server.publish(Self.places[0], status, body)
            let discovery = try ServerDiscovery(FakeServer.issuer, transport: server, time: server.time)
            #expect(await code { () async throws(AuthError) in _ = try await discovery.metadata() } == expected, "\(status)")
        }
    }

    @Test func keepsWhatItFound() async throws {
        let server = try FakeServer()
        await server.publish(Self.places[0], 200, FakeServer.discovery, ["cache-control": "max-age=600"])
        let discovery = try ServerDiscovery(FakeServer.issuer, transport: server, time: server.time)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try? await discovery.metadata() } }
        }
        #expect(await server.requests.count == 1)
        server.time.advance(.seconds(599))
        _ = try await discovery.metadata()
        #expect(await server.requests.count == 1)
        server.time.advance(.seconds(1))
        _ = try await discovery.metadata()
        #expect(await server.requests.count == 2)
        // A silent server is believed for a day; one that lies is not.
        server.time.advance(.hours(23))
        await server.unreachable(.timedOut)
        _ = try await discovery.metadata()
        await server.unreachable(nil)
        await server.publish(Self.places[0], 200, "{}")
        #expect(await code { () async throws(AuthError) in _ = try await discovery.metadata() } == .malformed)
        await server.unreachable(.timedOut)
        server.time.advance(.hours(24))
        #expect(await code { () async throws(AuthError) in _ = try await discovery.metadata() } == .unavailable)
    }

    @Test func refusesIssuers() throws {
        let server = try FakeServer()
        for issuer in [
            "", "id.example", "http://id.example", "https://id.example?x", "https://id.example#x", "https://user@id.example",
            "ftp://id.example",
            "https://id.example/" + String(repeating: "a", count: 3000), "https://id.example\\@evil.example",
        ] {
            #expect(throws: AuthError(.invalidArgument, ""), "\(issuer)") { try ServerDiscovery(issuer, transport: server) }
        }
        _ = try ServerDiscovery("http://127.0.0.1:8000/o", transport: server)
    }

    /// A description with members changed or taken away (`nil`).
    private static func document(_ changes: [String: JSONValue?]) throws -> String {
        var members = try JSONValue(parsing: FakeServer.discovery).object ?? [:]
        for (name, value) in changes { members[name] = value }
        return JSONValue.object(members).serialized()
    }

    @Test func refusesDescriptions() throws {
        let changes: [([String: JSONValue?], AuthError.Code)] = [
            (["issuer": nil], .malformed), (["issuer": 7], .malformed), (["issuer": "https://id.example/tenant/"], .claimMismatch),
            (["issuer": "https://ID.example/tenant"], .claimMismatch), (["issuer": "https://id.example:443/tenant"], .claimMismatch),
            (["token_endpoint": nil], .malformed), (["token_endpoint": 7], .malformed),
            (["token_endpoint": "http://id.example/t"], .malformed),
            (["token_endpoint": "https://id.example/t#x"], .malformed), (["token_endpoint": ["https://id.example/t"]], .malformed),
            (["jwks_uri": "file:///etc/passwd"], .malformed), (["jwks_uri": "http://id.example/jwks"], .malformed),
            (["authorization_endpoint": "javascript:alert(1)"], .malformed), (["revocation_endpoint": false], .malformed),
            (["end_session_endpoint": "https://user@id.example"], .malformed), (["device_authorization_endpoint": ""], .malformed),
            (["code_challenge_methods_supported": ["plain"]], .unsupported), (["code_challenge_methods_supported": []], .unsupported),
            (["code_challenge_methods_supported": "S256"], .malformed),
            (["authorization_response_iss_parameter_supported": "true"], .malformed),
            (["require_pushed_authorization_requests": 1], .malformed),
        ]
        let texts = try changes.map { (try Self.document($0), $1) }
        let raw: [(String, AuthError.Code)] = [
            ("", .malformed), ("[]", .malformed), ("null", .malformed), ("\u{FEFF}{}", .malformed), ("{}", .malformed),
            (FakeServer.discovery.replacingOccurrences(of: "\"x\"", with: "\"issuer\""), .malformed),
            (#"{"a":"\#(String(repeating: "a", count: 300 << 10))"}"#, .malformed),
            (String(repeating: #"{"a":"#, count: 20), .malformed),
        ]
        for (text, expected) in texts + raw {
            #expect(throws: AuthError(expected, ""), "\(text.prefix(300))") {
                try ServerMetadata(parsing: Array(text.utf8), issuer: FakeServer.issuer)
            }
        }
        // A description that is cut anywhere is none.
        let bytes = Array(FakeServer.discovery.utf8)
        for count in bytes.indices { #expect((try? ServerMetadata(parsing: Array(bytes[..<count]), issuer: FakeServer.issuer)) == nil) }
    }
}
