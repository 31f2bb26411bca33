import MerlonCore

/// Networking below the level at which transport security works.
struct LowLevelNetworkingRule: Rule {
    let metadata = RuleMetadata(
        id: "network-low-level",
        title: "Low-level networking sends without TLS",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0323"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .medium,
        rationale: """
            Sockets, CFStream and plain connections of Network.framework are not under transport security. Nothing warns when such code sends \
            in the clear; only the code itself can add TLS.
            """,
        fix: Fix(
            "Use URLSession, or NWConnection with NWParameters.tls, so that the system enforces and verifies TLS.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "a connection to port 80",
                .example(references: [
                    .example(
                        .call, "_$s7Network10NWEndpointO4PortV14integerLiteralAEs6UInt16V_tcfC", in: "Client.open()", arguments: [0: 80])
                ])),
            .bad(
                "HTTP spoken over a socket",
                .example(references: [
                    .example(.call, "_socket", in: "Client.open()"), .example(.call, "_connect", in: "Client.open()", at: 16),
                    .example(.string, "GET / HTTP/1.1\r\nHost: ", in: "Client.open()", at: 32),
                ])),
            .bad(
                "a service by its port as text",
                .example(references: [
                    .example(.call, "_getaddrinfo", in: "open_connection"), .example(.string, "80", in: "open_connection", at: 8),
                ])),
            .bad("sockets and no TLS in the whole binary", .example(imports: ["_socket", "_connect", "_send", "_getaddrinfo"])),
            .good(
                "a TLS connection",
                .example(references: [
                    .example(
                        .call, "_$s7Network10NWEndpointO4PortV14integerLiteralAEs6UInt16V_tcfC", in: "Client.open()", arguments: [0: 443]),
                    .example(.call, "_$s7Network12NWParametersC3tlsACvgZ", in: "Client.open()", at: 16),
                ])),
            .good("only URLSession", .example(classes: ["NSURLSession"])),
            RuleExample(
                "sockets beside TLS", expects: .manual,
                .example(imports: ["_socket", "_connect", "_SSLHandshake"], classes: ["NSURLSession"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    /// Interfaces that open a connection without TLS.
    private static let plain: [CodeUse] = [
        .symbol("_$s7Network12NWParametersC3tcpACvgZ"), .symbol("_$s7Network12NWParametersC3udpACvgZ"),
        .symbol("__nw_parameters_configure_protocol_disable"), .symbol("__nw_parameters_configure_protocol_disable_tls"),
    ]
    private static let sockets: [CodeUse] = [
        .symbol("_connect"), .symbol("_send"), .symbol("_sendto"), .symbol("_sendmsg"), .symbol("_CFSocketConnectToAddress"),
        .symbol("_CFSocketCreateConnectedToSocketSignature"), .symbol("_CFSocketCreateWithSocketSignature"), .symbol("_CFSocketSendData"),
        .symbol("_CFStreamCreatePairWithSocketToHost"), .symbol("_CFStreamCreatePairWithPeerSocketSignature"),
        .symbol("_CFStreamCreatePairWithSocketToCFHost"), .selector("getStreamsToHost:port:inputStream:outputStream:"),
        .selector("getStreamsToHostWithName:port:inputStream:outputStream:"), .symbol("_CFReadStreamCreateForHTTPRequest"),
    ]
    private static let connections: [CodeUse] = [
        .symbol("_nw_connection_create"), .symbols(startingWith: "_$s7Network12NWConnectionC4host4port5using"),
        .symbols(startingWith: "_$s7Network12NWConnectionC2to5using"),
    ]
    /// Signs that the same code knows TLS.
    private static let tls: [CodeUse] = [
        .symbol("_$s7Network12NWParametersC3tlsACvgZ"), .symbols(startingWith: "_$s7Network12NWParametersC3tls"),
        .symbols(startingWith: "_$s7Network13NWProtocolTLSC"), .symbols(startingWith: "_sec_protocol_options_"), .symbol("_SSLHandshake"),
        .symbol("_SSLCreateContext"), .symbol("_kCFStreamPropertySSLSettings"), .symbol("_kCFStreamPropertySocketSecurityLevel"),
        .symbol("_NSStreamSocketSecurityLevelKey"), .symbol("_NSStreamSocketSecurityLevelNegotiatedSSL"), .symbol("_SSL_connect"),
        .symbol("_SSL_CTX_new"), .symbol("_SSL_new"), .symbol("_mbedtls_ssl_handshake"),
    ]
    /// Calls that take a port as a constant, with the argument.
    private static let ports: [(use: CodeUse, argument: Int)] = [
        (.symbol("_$s7Network10NWEndpointO4PortV14integerLiteralAEs6UInt16V_tcfC"), 0),
        (.symbol("_$s7Network10NWEndpointO4PortV8rawValueAESgs6UInt16V_tcfC"), 0),
        (.symbol("_CFStreamCreatePairWithSocketToHost"), 2), (.selector("getStreamsToHost:port:inputStream:outputStream:"), 3),
        (.selector("streamTaskWithHostName:port:"), 3),
        (.selector("getStreamsToHostWithName:port:inputStream:outputStream:"), 3),
    ]
    /// Network.framework's name for port 80.
    private static let httpPort = CodeUse.symbol("_$s7Network10NWEndpointO4PortV4httpAEvgZ")
    /// Takes the port as a text.
    private static let resolver = CodeUse.symbol("_getaddrinfo")
    /// Ports at which a protocol without TLS is at home.
    private static let plainPorts: [UInt64: String] = [
        21: "FTP", 23: "Telnet", 25: "SMTP", 80: "HTTP", 110: "POP3", 143: "IMAP", 389: "LDAP", 1883: "MQTT", 8000: "HTTP", 8080: "HTTP",
    ]

    private static let all = plain + sockets + connections
    var interests: CodeInterests {
        CodeInterests(of: Self.all + Self.tls + Self.ports.map(\.use) + [Self.httpPort, Self.resolver], stringsBeside: true)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let certain = code.slices.flatMap { portEvidence($0) + requestEvidence($0) }
            if !certain.isEmpty {
                return .findings([finding("Low-level networking speaks a protocol without TLS.", at: artifact, certain)])
            }
            let bare = code.slices.filter { !$0.uses(Self.tls) && !EmbeddedTLSLibrary.isIn($0) }.flatMap {
                $0.places(of: Self.plain + Self.sockets) { "uses \($0.name)" }
            }
            let parameters = code.places(of: Self.plain)
            if !bare.isEmpty || !parameters.isEmpty {
                return .findings([
                    finding(
                        "Low-level networking is used, and no sign of TLS for it was seen.", at: artifact,
                        (bare + parameters).unique, confidence: .tentative)
                ])
            }
            let unsure = code.slices.filter { slice in
                slice.functions.contains { $0.uses(Self.all) && !$0.uses(Self.tls) } || slice.uses(Self.sockets)
            }
            .flatMap { $0.places(of: Self.sockets + Self.connections) { "uses \($0.name)" } }
            guard unsure.isEmpty else {
                return .manual(lookAt: "See whether what is sent by low-level networking at these places is under TLS.", evidence: unsure)
            }
            return .pass(examined: "sockets, streams and connections in \(code.examined)")
        }
    }

    /// Places at which a connection to a port of a plain protocol is made.
    private func portEvidence(_ slice: CodeView.Slice) -> [Evidence] {
        let named = slice.references(to: [Self.httpPort]).map { slice.evidence($0, "port 80 (HTTP)") }
        let resolved = slice.functions.compactMap { function -> Evidence? in
            guard let place = function.first([Self.resolver]), !function.uses(Self.tls),
                let port = function.strings.first(where: { $0 == "80" || $0 == "http" })
            else { return nil }
            return slice.evidence(place, "getaddrinfo beside \"\(port)\"")
        }
        return named + resolved + constantPorts(slice)
    }

    private func constantPorts(_ slice: CodeView.Slice) -> [Evidence] {
        slice.facts.references.compactMap { reference in
            guard let port = Self.ports.first(where: { $0.use.matches(reference) }).flatMap({ reference.constantArguments[$0.argument] }),
                let name = Self.plainPorts[port & 0xFFFF]
            else { return nil }
            return slice.evidence(reference, "port \(port & 0xFFFF) (\(name))")
        }
    }

    /// Places of low-level networking in functions that hold the text of an HTTP request.
    private func requestEvidence(_ slice: CodeView.Slice) -> [Evidence] {
        slice.functions.flatMap { function -> [Evidence] in
            guard !function.uses(Self.tls), let place = function.first(Self.all),
                let request = function.strings.first(where: { $0.contains(" HTTP/1.") })
            else { return [] }
            let line = request.prefix { !$0.isNewline }
            return [slice.evidence(place, "\(place.name) beside \"\(line)\"")]
        }
    }
}
