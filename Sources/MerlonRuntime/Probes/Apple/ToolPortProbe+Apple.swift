#if canImport(Darwin)
    import CMerlonProbes
    import MerlonCore

    /// Ports of the loopback interface that tools listen on. On Frida's it is asked what Frida answers; the others are only connected to.
    enum AppleToolPortProbe {
        static let probe = Probe.apple("apple-tool-ports", tier: .costly, deadline: .seconds(2), \.ports) {
            .value(
                ToolPortDetector.applePorts.map { port in
                    var state = MERLON_DARWIN_PORT_CLOSED
                    let status = unsafe merlon_darwin_port(port, 150, port == 27042, &state)
                    guard status == 0 else { return ListeningPort(port: port, answer: AppleSystem.failure(status)) }
                    let answer: PortAnswer =
                        state == MERLON_DARWIN_PORT_WEB_SOCKET ? .webSocket : state == MERLON_DARWIN_PORT_OPEN ? .open : .closed
                    return ListeningPort(port: port, answer: .value(answer))
                })
        }
    }
#endif
