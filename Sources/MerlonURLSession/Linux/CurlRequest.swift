#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning

    /// A request as libcurl is asked to make it.
    struct CurlRequest {
        var url: HTTPURL
        var method: String
        var headers: [(name: String, value: String)]
        var body: Data?
        /// The time without any progress after which the transfer ends, in seconds.
        var idleTimeout: Int
        /// The time for everything, in seconds.
        var totalTimeout: Int
        /// For the server, once it has asked.
        var credential: CurlCredential?
        /// For the proxy, once it has asked.
        var proxyCredential: CurlCredential?
        /// As Foundation knows it.
        var urlRequest: URLRequest
        /// Where cookies come from and go, unless nobody wants any.
        let cookies: CookieJar?

        /// The largest body that is read from a stream.
        static let maximumStreamByteCount = 64 << 20

        /// - Parameter isFirst: Whether it is what the app asked for. A request that follows has what it may have of the configuration's fields already:
        ///   tokens among them do not go to another origin.
        init(_ request: URLRequest, _ configuration: URLSessionConfiguration, isFirst: Bool = true) throws(PinningError) {
            url = try HTTPURL(request.url?.absoluteString ?? "")
            method = request.httpMethod ?? "GET"
            urlRequest = request
            if let whole = request.httpBody {
                body = whole
            } else if let stream = request.httpBodyStream {
                body = try Self.read(stream)
            }
            guard request.cachePolicy != .returnCacheDataDontLoad else {
                throw PinningError(.unsupported, "There is no cache that the request could be answered from without loading.")
            }
            cookies = request.httpShouldHandleCookies ? CookieJar(configuration, mainDocument: request.mainDocumentURL) : nil
            idleTimeout = max(1, min(Int(clamping: Int64(request.timeoutInterval)), 86400))
            totalTimeout = max(1, min(Int(clamping: Int64(min(configuration.timeoutIntervalForResource, 604_800))), 604_800))
            headers = []
            var fields = request.allHTTPHeaderFields ?? [:]
            // Those of the configuration, where the request has none of that name.
            for case (let name as String, let value as String) in isFirst ? configuration.httpAdditionalHeaders ?? [:] : [:]
            where !fields.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
                fields[name] = value
            }
            for (name, value) in fields {
                // Checked as headers that cannot end early; framing stays libcurl's.
                var checked = HTTPHeaders()
                try checked.add(name, value)
                guard !["content-length", "host", "transfer-encoding"].contains(name.lowercased()) else { continue }
                headers.append((name, value))
            }
            guard method.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }), !method.isEmpty else {
                throw PinningError(.invalidArgument, "The method is no token in upper case.")
            }
        }

        /// Makes the next request with this credential, in place of what the app had put into the field itself.
        mutating func log(in credential: CurlCredential) {
            self.credential = credential
            headers.removeAll { $0.name.lowercased() == "authorization" }
        }

        /// The request that a redirect asks for, by the rules of all transports; `nil` when the answer is none.
        func redirected(_ answer: CurlAnswer, _ followed: Int, _ policy: PinningPolicy) throws(PinningError) -> CurlRequest? {
            var fields = HTTPHeaders()
            for (name, value) in headers { try fields.add(name, value) }
            let request = HTTPRequest(
                .init(rawValue: method), url, headers: fields, body: body.map { Array($0) }, redirects: .follow(upTo: 20))
            guard
                let next = try request.following(
                    status: answer.status, location: answer.response.value(forHTTPHeaderField: "Location"), followed: followed,
                    under: policy)
            else { return nil }
            var redirected = self
            redirected.url = next.url
            redirected.method = next.method.rawValue
            redirected.body = next.body.map { Data($0) }
            redirected.headers = next.headers.fields.map { ($0.name, $0.value) }
            if !next.url.hasSameOrigin(as: url) { redirected.credential = nil }
            var plain = URLRequest(url: URL(string: next.url.description) ?? URL(fileURLWithPath: "/"))
            plain.httpMethod = redirected.method
            plain.httpBody = redirected.body
            plain.timeoutInterval = urlRequest.timeoutInterval
            plain.httpShouldHandleCookies = urlRequest.httpShouldHandleCookies
            plain.mainDocumentURL = urlRequest.mainDocumentURL
            for (name, value) in redirected.headers { plain.addValue(value, forHTTPHeaderField: name) }
            redirected.urlRequest = plain
            return redirected
        }

        private static func read(_ stream: InputStream) throws(PinningError) -> Data {
            stream.open()
            defer { stream.close() }
            var data = Data()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe stream.read(&buffer, maxLength: buffer.count)
                if count == 0 { return data }
                guard count > 0 else { throw PinningError(.invalidArgument, "The stream of the body cannot be read.") }
                data.append(contentsOf: buffer.prefix(count))
                guard data.count <= maximumStreamByteCount else {
                    throw PinningError(.limitExceeded, "A streamed body of more than \(maximumStreamByteCount) bytes.")
                }
            }
        }
    }
#endif
