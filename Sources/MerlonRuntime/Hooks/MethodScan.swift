import MerlonMachO

/// Looks at Objective-C methods: their implementations belong into the system or the program.
///
/// Swizzling by the program's own code is allowed, as analytics and testing do it. Properties are methods.
struct MethodScan {
    /// A method and where its implementation is.
    struct Method: Hashable, Sendable {
        var className: String
        var selector: String
        var isClassMethod: Bool
        /// In memory; without signature.
        var implementation: UInt64
        var name: String { "\(isClassMethod ? "+" : "-")[\(className) \(selector)]" }
    }

    let index: ImageIndex

    /// The runtime's pages for blocks as methods (`imp_implementationWithBlock`) are copies of this library's code, and lie in no image.
    private static let blockTrampolines = "libobjc-trampolines.dylib"

    /// Judges methods of the classes of an image; `image` is its path.
    func examine(_ methods: [Method], of image: String, into findings: inout HookFindings) {
        for method in methods {
            findings.examined += 1
            let owner = index.owner(of: method.implementation)
            if let owner, index.images[owner].origin != .foreign { continue }
            var hook = HookedFunction(
                .method, image: ScrubbedPath.scrub(image), name: method.name,
                target: owner.map { ScrubbedPath.scrub(index.images[$0].path) },
                targetOrigin: owner.map { index.images[$0].origin })
            if owner == nil, isBlockTrampoline(method.implementation) { hook.pattern = "block" }
            findings.add(hook)
        }
    }

    /// Whether the code at the address is that of the trampolines' library at the same place of its page.
    private func isBlockTrampoline(_ address: UInt64) -> Bool {
        guard let code = index.space.bytes(at: address, count: 8),
            let number = index.images.indices.first(where: { ScrubbedPath.baseName(index.images[$0].path) == Self.blockTrampolines }),
            let library = try? index.image(number).get(), let text = library.extents.first(where: \.isExecutable)
        else { return false }
        let page: UInt64 = 0x4000
        var place = (text.range.lowerBound & ~(page - 1)) | (address & (page - 1))
        var pages = 0
        while place < text.range.upperBound, pages < 16 {
            if index.space.bytes(at: place, count: 8)?.array == code.array { return true }
            place += page
            pages += 1
        }
        return false
    }
}
