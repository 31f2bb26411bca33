import FuzzRunner

@testable import MerlonPinning

/// What a server's bytes give, in pieces of that size: status, fields and body, or nothing.
func read(_ bytes: [UInt8], by size: Int, _ method: HTTPRequest.Method) -> (status: Int, fields: [HTTPHeaders.Field], body: [UInt8])? {
    var parser = HTTP1Parser(method: method, maximumBody: 4096)
    do throws(PinningError) {
        var rest = bytes[...]
        while !rest.isEmpty, !parser.isDone {
            try parser.feed(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        try parser.end(isClean: true)
    } catch { return nil }
    return (parser.status, parser.headers.fields, parser.body)
}

fuzz { bytes in
    for method in [HTTPRequest.Method.get, .head] {
        let whole = read(bytes, by: max(bytes.count, 1), method)
        let parts = read(bytes, by: 7, method)
        precondition((whole == nil) == (parts == nil), "the pieces decide whether it is an answer")
        guard let whole, let parts else { continue }
        precondition(
            whole.status == parts.status && whole.fields == parts.fields && whole.body == parts.body, "the pieces decide what it says")
        precondition((200...599).contains(whole.status) && whole.body.count <= 4096 && (method != .head || whole.body.isEmpty))
        precondition(whole.fields.count <= HTTP1Parser.maximumFields)
        for field in whole.fields { precondition(HTTPChallenge.challenges(in: field.value).count <= HTTPChallenge.maximumChallenges) }
    }
}
