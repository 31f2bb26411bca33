#if os(Linux)
    import CMerlonProbes
    import MerlonCore

    /// Port 27042 of the loopback interface.
    enum ToolPortProbe {
        static let probe = Probe.linux("linux-tool-port", tier: .costly, deadline: .milliseconds(400), put: { $0?.toolPort = $1 }) {
            var state = MERLON_PORT_CLOSED
            let status = unsafe merlon_linux_web_socket(27042, 150, &state)
            guard status == 0 else { return LinuxSystem.failure(status) }
            return switch state {
            case MERLON_PORT_WEB_SOCKET: .value(.webSocket)
            case MERLON_PORT_OPEN: .value(.open)
            default: .value(.closed)
            }
        }
    }
#endif
