import FuzzRunner
import MerlonPinning

let base = try HTTPURL("https://example.org/a/b?c")

fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let host = try? HostName(text) { precondition((try? HostName(host.description)) == host, "a host has two forms") }
    for url in [try? HTTPURL(text), try? base.resolving(text)] {
        guard let url else { continue }
        precondition((try? HTTPURL(url.description)) == url, "a URL has two forms")
        precondition(!url.description.utf8.contains { $0 <= 0x20 || $0 >= 0x7F }, "a URL could end its line early")
    }
}
