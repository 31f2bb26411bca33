#if canImport(Darwin)
    import CMerlonProbes
    import MerlonCore

    /// Hooks, and code against its signature.
    enum HookProbe {
        static let all: [Probe] = [
            .apple("apple-bound-pointers", tier: .costly, deadline: .seconds(5), \.boundPointers) {
                .value(HookScan(LiveProcess()).boundPointers())
            },
            .apple("apple-function-starts", tier: .costly, deadline: .seconds(5), \.functionStarts) {
                .value(HookScan(LiveProcess()).functions())
            },
            .apple("apple-swift-tables", tier: .costly, deadline: .seconds(5), \.swiftTables) {
                .value(HookScan(LiveProcess()).swiftTables())
            },
            .apple("apple-methods", tier: .costly, deadline: .seconds(5), \.methods) { .value(methods()) },
            .apple("apple-signed-pages", tier: .costly, deadline: .seconds(10), \.signedPages) { .value(pages()) },
        ]

        /// Classes of the system whose methods hooks replace to learn or to fake something.
        private static let classesOfTheSystem = [
            "LAContext", "NSBundle", "NSFileManager", "NSProcessInfo", "NSURLSession", "NSURLSessionConfiguration", "NSUserDefaults",
            "UIApplication", "UIDevice", "UIPasteboard", "UIScreen", "DCAppAttestService", "DCDevice",
        ]

        private static func methods() -> HookFindings {
            let scan = HookScan(LiveProcess())
            let methods = MethodScan(index: scan.index)
            var findings = HookFindings()
            for number in scan.own {
                let path = scan.index.images[number].path
                methods.examine(MethodList.methods(ofImage: path), of: path, into: &findings)
            }
            for name in classesOfTheSystem { methods.examine(MethodList.methods(ofClass: name), of: name, into: &findings) }
            return findings
        }

        private static func pages() -> IntegrityFindings {
            var hash = [UInt8](repeating: 0, count: 20)
            let status = unsafe merlon_darwin_code_hash(&hash)
            return SignedPageScan(kernelHash: status == 0 ? hash : nil).examine(ImageIndex(LiveProcess()))
        }
    }
#endif
