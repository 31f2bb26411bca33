#if os(Linux)
    public import Foundation
    import Glibc

    /// nginx on loopback with a site, that is a port, for each chain of the PKI.
    public struct TestServer: Sendable {
        /// The server.
        public static let nginx = Executable(
            at: ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first { FileManager.default.isExecutableFile(atPath: $0) } ?? "")
        /// Why tests with a server are skipped where it is absent.
        public static let reason = "needs nginx (Debian: apt-get install nginx; Scripts/setup --tests)"

        /// Sites that send `NAME.chain.pem`.
        public static let sites = [
            "good", "rotated-leaf", "rotated-inter", "other-trusted", "stranger", "wrong-host", "common-name-only", "client-only",
            "name-constrained", "name-excluded", "rsa2048", "rsa4096", "rsa1024", "p384", "ed25519", "cross-signed", "missing-intermediate",
            "self-signed", "expired", "not-yet-valid", "decoy", "thousand", "huge-name",
        ]

        /// Whose chains the sites send.
        public let pki: TestPKI
        /// The port of each site.
        public let ports: [String: UInt16]
        /// The server's own folder.
        public let folder: URL

        /// `https://localhost:PORT/PATH` of a site.
        public func url(_ site: String, _ path: String = "", host: String = "localhost") -> String {
            "https://\(host):\(ports[site] ?? 0)/\(path)"
        }

        /// Starts the server, hands it to `body`, and stops it by its process id.
        public static func run<R>(_ body: (TestServer) async throws -> R) async throws -> R {
            let pki = try TestPKI.shared.get()
            return try await withTemporaryFolder { folder in
                let (server, process) = try await start(pki, folder)
                defer { process.end() }
                return try await body(server)
            }
        }

        /// Somebody else may take a port between the look at it and nginx: other ports then.
        private static func start(_ pki: TestPKI, _ folder: URL) async throws -> (TestServer, Process) {
            // The user ann, whose password is "correct horse".
            try Data("ann:{PLAIN}correct horse\n".utf8).write(to: folder.appendingPathComponent("users"))
            try Data(repeating: 0x61, count: 2 << 20).write(to: folder.appendingPathComponent("large"))
            for _ in 0..<10 {
                let special = ["tls11", "tls12", "resume", "mutual", "mutual12", "mutual12-sha384", "plain", "adversary"]
                var ports: [String: UInt16] = [:]
                for (site, port) in zip(sites + special, freePorts(sites.count + special.count)) { ports[site] = port }
                let server = TestServer(pki: pki, ports: ports, folder: folder)
                try Data(server.configuration.utf8).write(to: folder.appendingPathComponent("nginx.conf"))
                let process = Process()
                process.executableURL = URL(fileURLWithPath: nginx.path ?? "")
                process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
                process.standardError = FileHandle.nullDevice
                process.standardOutput = FileHandle.nullDevice
                try process.start()
                // It writes the file once it has all its ports, and ends when it cannot have one.
                let ready = folder.appendingPathComponent("nginx.pid").path
                while process.isRunning {
                    if FileManager.default.fileExists(atPath: ready) { return (server, process) }
                    try await Task.sleep(nanoseconds: 10_000_000)
                }
            }
            let log = (try? String(contentsOf: folder.appendingPathComponent("error.log"), encoding: .utf8)) ?? ""
            throw TestPKI.Failure(errorDescription: "nginx does not start: \(log)")
        }

        private var configuration: String {
            var text = """
                daemon off; worker_processes 1; pid \(folder.path)/nginx.pid; error_log error.log;
                events { worker_connections 512; }
                http {
                access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                ssl_session_cache off; ssl_session_tickets off; ssl_protocols TLSv1.2 TLSv1.3; root \(folder.path);
                server { listen 127.0.0.1:\(ports["plain"] ?? 0); location / { return 200 "plain"; } }

                """
            for site in Self.sites { text += block(site, chain: site, site == "rsa1024" ? "ssl_ciphers DEFAULT:@SECLEVEL=0;" : "") }
            text += block("tls11", chain: "good", "ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;")
            text += block("tls12", chain: "good", "ssl_protocols TLSv1.2;")
            text += block("resume", chain: "good", "ssl_session_cache shared:r:1m; ssl_session_tickets on; ssl_early_data on;")
            let mutual = "ssl_client_certificate \(pki.folder.path)/clients.pem; ssl_verify_client on; ssl_verify_depth 2;"
            text += block("mutual", chain: "good", mutual)
            text += block("mutual12", chain: "good", "ssl_protocols TLSv1.2; \(mutual)")
            text += block(
                "mutual12-sha384", chain: "good",
                "ssl_protocols TLSv1.2; ssl_conf_command ClientSignatureAlgorithms ECDSA+SHA384:ECDSA+SHA256; \(mutual)")
            return text + "}\n"
        }

        private func block(_ site: String, chain: String, _ settings: String) -> String {
            let good = ports["good"] ?? 0
            return """
                server {
                listen 127.0.0.1:\(ports[site] ?? 0) ssl; \(settings)
                ssl_certificate \(pki.folder.path)/\(chain).chain.pem; ssl_certificate_key \(pki.folder.path)/\(chain).key;
                location / { return 200 "\(site) $ssl_session_reused $ssl_early_data $ssl_client_verify"; }
                location /large { }
                location /trickle { alias \(folder.path)/large; limit_rate 1000; }
                location /echo { add_header X-Authorization "$http_authorization"; add_header X-Method "$request_method"; return 200; }
                location /to-http { return 302 http://localhost:\(ports["plain"] ?? 0)/; }
                location /to-stranger { return 302 https://localhost:\(ports["stranger"] ?? 0)/; }
                location /to-other-port { return 302 https://localhost:\(good)/echo; }
                location /to-other-host { return 307 https://127.0.0.1:\(good)/; }
                location /relative { return 301 echo?x; }
                location /see-other { return 303 /echo; }
                location /same-method { return 307 /echo; }
                location /to-adversary { return 302 https://localhost:\(ports["adversary"] ?? 0)/; }
                location /cookies/set {
                add_header Set-Cookie "plain=1"; add_header Set-Cookie "deep=2; Path=/cookies/deep";
                add_header Set-Cookie "dated=3; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/";
                add_header Set-Cookie "over=4; Expires=Fri, 01 Jan 2010 00:00:00 GMT"; add_header Set-Cookie "other=5; Domain=example.org";
                return 200; }
                location /cookies { add_header X-Cookie "$http_cookie"; return 200; }
                location /basic { auth_basic "inner"; auth_basic_user_file \(folder.path)/users; alias \(folder.path)/users; }
                location /loop { return 302 /loop; }
                location /nonsense { return 302 "https://user@localhost/"; }
                }

                """
        }

        /// Ports that were free a moment ago, all different, and none that the system gives to whoever connects.
        private static func freePorts(_ count: Int) -> [UInt16] {
            var found: [UInt16: Int32] = [:]
            defer { found.values.forEach { close($0) } }
            while found.count < count {
                let port = UInt16.random(in: 10_000..<32_000)
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var address = loopback(port)
                let isFree = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
                if isFree { found[port] = descriptor } else { close(descriptor) }
            }
            return Array(found.keys)
        }

        /// A socket that listens on a free port of loopback, and the port.
        static func listener() throws -> (descriptor: Int32, port: UInt16) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = loopback(0)
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = unsafe bind(descriptor, $0, size)
                    unsafe getsockname(descriptor, $0, &size)
                }
            }
            guard listen(descriptor, 16) == 0 else { throw CocoaError(.fileReadUnknown) }
            return (descriptor, UInt16(bigEndian: address.sin_port))
        }

        /// 127.0.0.1 with that port.
        public static func loopback(_ port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            return address
        }

        /// Whether somebody listens at the port.
        public static func accepts(_ port: UInt16) -> Bool {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port)
            return unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
    }
#endif
