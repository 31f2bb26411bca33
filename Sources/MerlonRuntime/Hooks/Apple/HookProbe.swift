#if canImport(Darwin)
    import CMerlonProbes
    import MerlonCore

    /// Hooks, and code against its signature. All of them look through one index of the process's images, which the first makes.
    enum HookProbe {
        static let all: [Probe] = [
            scan("apple-bound-pointers", \.boundPointers) { $0.boundPointers() },
            scan("apple-function-starts", \.functionStarts) { $0.functions() },
            scan("apple-swift-tables", \.swiftTables) { $0.swiftTables() },
            scan("apple-methods", \.methods, ask: methods),
            .apple("apple-signed-pages", tier: .costly, deadline: .seconds(10), \.signedPages, asking: pages),
        ]

        /// Classes of the system whose methods hooks replace to learn or to fake something.
        static let classesOfTheSystem = [
            "LAContext", "NSBundle", "NSFileManager", "NSProcessInfo", "NSURLSession", "NSURLSessionConfiguration", "NSUserDefaults",
            "UIApplication", "UIDevice", "UIPasteboard", "UIScreen", "DCAppAttestService", "DCDevice",
        ]

        private static func scan(
            _ id: String, _ field: any WritableKeyPath<AppleFacts, Fact<HookFindings>> & Sendable,
            ask: @escaping @Sendable (HookScan) -> HookFindings
        ) -> Probe {
            .apple(
                id, tier: .costly, deadline: .seconds(5), field,
                asking: { context in
                    context.lendIndex { .value(ask(HookScan($0))) }
                })
        }

        private static func methods(_ scan: HookScan) -> HookFindings {
            let methods = MethodScan(index: scan.index)
            var findings = HookFindings()
            for number in scan.own {
                let path = scan.index.images[number].path
                methods.examine(MethodList.methods(ofImage: path), of: path, into: &findings)
            }
            for name in classesOfTheSystem { methods.examine(MethodList.methods(ofClass: name), of: name, into: &findings) }
            return findings
        }

        private static func pages(_ context: SweepContext) -> Fact<IntegrityFindings> {
            var hash = [UInt8](repeating: 0, count: 20)
            let status = unsafe merlon_darwin_code_hash(&hash)
            return context.lendIndex { .value(SignedPageScan(kernelHash: status == 0 ? hash : nil).examine($0)) }
        }
    }

    extension SweepContext {
        /// Lends the index of the process's images, of this sweep.
        func lendIndex<Result>(to body: (ImageIndex) -> Result) -> Result {
            lend(ImageIndex.self, make: { ImageIndex(LiveProcess()) }, to: body)
        }
    }
#endif
