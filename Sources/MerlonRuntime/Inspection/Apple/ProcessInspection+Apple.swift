#if canImport(Darwin)
    extension ProcessInspection {
        /// Looks at a process. On Apple's systems another process cannot be looked at without its consent: every answer is unsupported.
        public init(of pid: Int32) {
            self.init(
                pid: pid,
                items: [
                    Item("memory can be read", .unsupported, meaning: "task ports of others need an entitlement, and the other's consent")
                ])
        }
    }
#endif
