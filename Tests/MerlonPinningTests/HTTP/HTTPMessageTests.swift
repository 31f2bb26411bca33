import MerlonPinning
import Testing

@Suite struct HTTPMessageTests {
    @Test func fieldsCannotBreakOut() throws {
        var headers = try HTTPHeaders(["Accept": " text/plain ", "X-A": "1"])
        #expect(headers["ACCEPT"] == "text/plain")
        for (name, value) in [
            ("A\r\nB", "x"), ("", "x"), ("A b", "x"), ("A:", "x"), ("A", "x\r\ny"), ("A", "x\u{0}"), ("A", "\u{7F}"), ("ü", "x"),
        ] {
            #expect(throws: PinningError(.invalidArgument, "")) { try headers.add(name, value) }
        }
        try headers.add("x-a", "2")
        #expect(headers.values(of: "X-a") == ["1", "2"])
        try headers.set("X-A", "3")
        #expect(headers.values(of: "x-a") == ["3"])
    }

    @Test func nothingSecretIsPrinted() throws {
        let secret = "c0ffee-token"
        let url = try HTTPURL("https://example.org/\(secret)?code=\(secret)")
        let headers = try HTTPHeaders(["Authorization": "Bearer \(secret)"])
        let request = HTTPRequest(.post, url, headers: headers, body: Array(secret.utf8))
        let response = HTTPResponse(status: 200, headers: headers, body: Array(secret.utf8), url: url)
        var dumped = ""
        dump(request, to: &dumped)
        dump(response, to: &dumped)
        dump(headers, to: &dumped)
        dump(headers.fields, to: &dumped)
        for text in [
            "\(request)", "\(response)", "\(headers)", "\(headers.fields)", dumped, String(reflecting: request),
            String(reflecting: headers),
        ] {
            #expect(!text.contains(secret), "\(text)")
        }
        #expect("\(request)".contains("example.org") && "\(response)".contains("200"))
    }
}
