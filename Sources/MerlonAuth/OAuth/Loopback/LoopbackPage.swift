/// What a loopback listener answers to a browser.
enum LoopbackPage {
    /// The whole response. What the server sent back was not looked at yet, so the page does not say that somebody is signed in.
    static func response(status: Int) -> [UInt8] {
        let text = status == 200 ? "You can close this window and go back to the program." : "Nothing is to be seen here."
        let body = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in</title><p>\(text)</p></html>\n"
        let head = """
            HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Cache-Control: no-store\r
            Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
            Referrer-Policy: no-referrer\r
            X-Content-Type-Options: nosniff\r
            Connection: close\r
            \r

            """
        return Array((head + body).utf8)
    }
}
