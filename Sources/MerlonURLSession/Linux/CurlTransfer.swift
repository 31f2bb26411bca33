#if os(Linux)
    import CCurl
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning

    /// One transfer by libcurl at a time, on the calling thread; another thread may cancel it.
    @safe final class CurlTransfer: @unchecked Sendable {
        /// The most bytes of a header, interim answers included.
        private static let maximumHeaderByteCount = 256 << 10

        // Held while the client is called, which may stop the task from within.
        private let lock = NSRecursiveLock()
        private var isCancelled = false
        // What callbacks on the transfer's own thread fill.
        private var url: URL?
        private var cookies: CookieJar?
        private var lines: [String] = []
        private var headerByteCount = 0
        private var answer: CurlAnswer?
        private var verification: PinnedVerification?
        private var tls: TLSContext?

        private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        // What waits for the app's delegate, and is told when nobody needs the answer any more.
        private var whenCancelled: (() -> Void)?

        func cancel() {
            lock.withLock {
                isCancelled = true
                whenCancelled?()
            }
        }

        /// Asks somebody who answers later, on whatever thread, and waits for the answer as long as that takes. The first answer counts; `nil` when the
        /// transfer is cancelled before it.
        func answer<Value>(_ ask: (_ answer: @escaping @Sendable (Value) -> Void) -> Void) -> Value? {
            let answer = OneAnswer<Value>()
            lock.withLock { whenCancelled = answer.giveUp }
            defer { lock.withLock { whenCancelled = nil } }
            guard !wasCancelled else { return nil }
            ask(answer.set)
            return answer.wait()
        }

        /// Does it unless the transfer was cancelled, which waits until it is done.
        func unlessCancelled(_ body: () -> Void) { lock.withLock { if !isCancelled { body() } } }

        var wasCancelled: Bool { lock.withLock { isCancelled } }

        /// Makes the request and gives the whole answer, or what a proxy wants first.
        func perform(_ request: CurlRequest, in context: PinnedSessionContext) throws(PinningError) -> CurlOutcome {
            guard Self.isReady, let handle = unsafe curl_easy_init() else {
                throw PinningError(.backendFailure, "libcurl cannot be set up.")
            }
            defer { unsafe curl_easy_cleanup(handle) }
            let verification = PinnedVerification(context.policy, host: request.url.host, now: SystemTimeSource().wallTime)
            defer { verification.evaluation.map { context.reporter?.report($0) } }
            (self.verification, tls) = (verification, context.tls)
            (lines, headerByteCount, answer) = ([], 0, nil)
            url = URL(string: request.url.description)
            cookies = request.cookies
            let headers = unsafe headerList(of: request)
            defer { unsafe curl_slist_free_all(headers) }
            guard unsafe configure(handle, request, headers) else { throw PinningError(.unsupported, "libcurl lacks what pinning needs.") }
            let status = unsafe curl_easy_perform(handle)
            if wasCancelled { throw PinningError(.cancelled, "The request was cancelled.") }
            if let failure = verification.failure { throw failure }
            guard status == CURLE_OK else {
                if let challenges = unsafe Self.challengesOfProxy(handle) { return .proxyAsks(challenges) }
                throw Self.error(status, request.url.host)
            }
            guard let answer else { throw PinningError(.invalidResponse, "The server sent no answer.") }
            return .answer(answer)
        }

        /// What a proxy that wants a login offers, when that is why there was no connection.
        private static func challengesOfProxy(_ handle: UnsafeMutableRawPointer) -> [HTTPChallenge]? {
            var (status, offered) = (0, 0)
            guard unsafe merlon_curl_get_long(handle, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK, status == 407,
                unsafe merlon_curl_get_long(handle, CURLINFO_PROXYAUTH_AVAIL, &offered) == CURLE_OK
            else { return nil }
            return CurlCredential.Method.allCases.filter { offered & $0.mask != 0 }.map { HTTPChallenge(scheme: $0.rawValue) }
        }

        private func configure(_ handle: UnsafeMutableRawPointer, _ request: CurlRequest, _ headers: UnsafeMutablePointer<curl_slist>?)
            -> Bool
        {
            let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
            let texts: [(CURLoption, String)] = [
                (CURLOPT_URL, request.url.description), (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_ACCEPT_ENCODING, "gzip, deflate"),
            ]
            let numbers: [(CURLoption, Int)] = [
                (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
                (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_SSL_SESSIONID_CACHE, 0), (CURLOPT_FRESH_CONNECT, 1),
                (CURLOPT_FORBID_REUSE, 1), (CURLOPT_CONNECTTIMEOUT, request.idleTimeout), (CURLOPT_LOW_SPEED_LIMIT, 1),
                (CURLOPT_LOW_SPEED_TIME, request.idleTimeout), (CURLOPT_TIMEOUT, request.totalTimeout),
                (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
                // What a proxy says before the tunnel stands comes from nobody who was verified: it is no part of the answer.
                (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            ]
            for (option, text) in texts { guard unsafe merlon_curl_set_text(handle, option, text) == CURLE_OK else { return false } }
            for (option, number) in numbers { guard unsafe merlon_curl_set_long(handle, option, number) == CURLE_OK else { return false } }
            // The authorities come with the context; libcurl's own files are not read.
            let pointers: [(CURLoption, UnsafeMutableRawPointer?)] = unsafe [
                (CURLOPT_CAINFO, nil), (CURLOPT_CAPATH, nil), (CURLOPT_SSL_CTX_DATA, owner), (CURLOPT_WRITEDATA, owner),
                (CURLOPT_HEADERDATA, owner), (CURLOPT_XFERINFODATA, owner), (CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headers)),
            ]
            for unsafe(option, pointer) in unsafe pointers {
                guard unsafe merlon_curl_set_pointer(handle, option, pointer) == CURLE_OK else { return false }
            }
            guard unsafe merlon_curl_set_context_function(handle, governContext) == CURLE_OK,
                unsafe merlon_curl_set_data_function(handle, CURLOPT_WRITEFUNCTION, takeBody) == CURLE_OK,
                unsafe merlon_curl_set_data_function(handle, CURLOPT_HEADERFUNCTION, takeHeader) == CURLE_OK,
                unsafe merlon_curl_set_progress_function(handle, takeProgress) == CURLE_OK,
                unsafe merlon_curl_set_no_progress_meter(handle) == CURLE_OK
            else { return false }
            return unsafe configureBody(handle, request) && configureCredential(handle, request)
        }

        private func configureBody(_ handle: UnsafeMutableRawPointer, _ request: CurlRequest) -> Bool {
            if request.method == "HEAD" { return unsafe merlon_curl_set_long(handle, CURLOPT_NOBODY, 1) == CURLE_OK }
            if let body = request.body ?? (request.method == "POST" || request.method == "PUT" ? Data() : nil) {
                let bytes = Array(body)
                guard unsafe merlon_curl_set_large(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK,
                    unsafe bytes.withUnsafeBytes({
                        unsafe merlon_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(handle))
                    })
                        == CURLE_OK
                else { return false }
            }
            return unsafe merlon_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method) == CURLE_OK
        }

        private func configureCredential(_ handle: UnsafeMutableRawPointer, _ request: CurlRequest) -> Bool {
            let places: [(CurlCredential?, CURLoption, CURLoption, CURLoption)] = [
                (request.credential, CURLOPT_HTTPAUTH, CURLOPT_USERNAME, CURLOPT_PASSWORD),
                (request.proxyCredential, CURLOPT_PROXYAUTH, CURLOPT_PROXYUSERNAME, CURLOPT_PROXYPASSWORD),
            ]
            for case (let credential?, let method, let user, let password) in places {
                guard unsafe merlon_curl_set_long(handle, method, credential.method.mask) == CURLE_OK,
                    unsafe merlon_curl_set_text(handle, user, credential.user) == CURLE_OK,
                    unsafe merlon_curl_set_text(handle, password, credential.password) == CURLE_OK
                else { return false }
            }
            return true
        }

        private func headerList(of request: CurlRequest) -> UnsafeMutablePointer<curl_slist>? {
            // An empty `Expect` keeps libcurl from waiting for permission to send a body.
            var lines = ["Expect:"] + request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
            if let url, let cookie = cookies?.header(for: url), !request.headers.contains(where: { $0.name.lowercased() == "cookie" }) {
                lines.append("Cookie: \(cookie)")
            }
            if request.body != nil, !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                lines.append("Content-Type:")
            }
            var list: UnsafeMutablePointer<curl_slist>?
            for line in lines { unsafe list = unsafe curl_slist_append(list, line) ?? list }
            return unsafe list
        }

        // What the callbacks do

        fileprivate func govern(_ context: OpaquePointer) -> Bool {
            guard let tls, let verification else { return false }
            return unsafe tls.govern(context, by: verification)
        }

        fileprivate func header(_ bytes: UnsafeRawBufferPointer) -> Bool {
            headerByteCount += bytes.count
            guard headerByteCount <= Self.maximumHeaderByteCount else { return false }
            let line = unsafe String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            // libcurl logs in by several requests where the method wants that: the last answer counts.
            if line.hasPrefix("HTTP/") { (lines, answer) = ([], nil) }
            guard line.isEmpty else {
                lines.append(line)
                return true
            }
            guard answer == nil, let url, let first = lines.first else { return true }
            let words = first.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let status = Int(words[1]) else { return false }
            // Interim answers come before the one that counts.
            guard !(100...199).contains(status) else { return true }
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let name = String(line[..<colon])
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                let known = fields.keys.first { $0.lowercased() == name.lowercased() } ?? name
                fields[known] = fields[known].map { "\($0), \(value)" } ?? value
            }
            guard let made = CurlAnswer(url, status, String(words[0]), fields) else { return false }
            cookies?.take(lines.dropFirst(), from: url)
            answer = made
            return true
        }

        fileprivate func body(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard answer != nil, !wasCancelled else { return false }
            unsafe answer?.body.append(contentsOf: bytes)
            return true
        }

        fileprivate var goesOn: Bool { !wasCancelled }

        private static func error(_ status: CURLcode, _ host: HostName) -> PinningError {
            let code: PinningError.Code =
                switch status {
                case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
                    .connectionFailed
                case CURLE_OPERATION_TIMEDOUT: .timedOut
                case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER: .handshakeFailed
                case CURLE_PEER_FAILED_VERIFICATION: .untrustedServer
                case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING, CURLE_PARTIAL_FILE,
                    CURLE_UNSUPPORTED_PROTOCOL:
                    .invalidResponse
                case CURLE_ABORTED_BY_CALLBACK: .cancelled
                default: .backendFailure
                }
            let words = unsafe String(cString: curl_easy_strerror(status))
            return PinningError(code, "The transfer from \(host) failed: \(words).", nativeStatus: Int64(status.rawValue))
        }
    }

    private func transfer(_ owner: UnsafeMutableRawPointer?) -> CurlTransfer? {
        unsafe owner.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private let governContext: merlon_curl_context_function = { _, context, owner in
        guard let context = unsafe context, unsafe transfer(owner)?.govern(OpaquePointer(context)) == true else {
            return CURLE_ABORTED_BY_CALLBACK
        }
        return CURLE_OK
    }

    private let takeBody: merlon_curl_data_function = { bytes, size, count, owner in
        let taken = unsafe transfer(owner)?.body(UnsafeRawBufferPointer(start: bytes, count: size * count)) == true
        return taken ? size * count : 0
    }

    private let takeHeader: merlon_curl_data_function = { bytes, size, count, owner in
        let taken = unsafe transfer(owner)?.header(UnsafeRawBufferPointer(start: bytes, count: size * count)) == true
        return taken ? size * count : 0
    }

    private let takeProgress: merlon_curl_progress_function = { owner, _, _, _, _ in unsafe transfer(owner)?.goesOn == true ? 0 : 1 }
#endif
