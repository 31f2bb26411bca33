import MerlonMachO

/// Looks at the first instructions of functions: whether they jump to where no compiler or linker would have them jump.
struct InlineScan {
    let index: ImageIndex

    /// A function to look at.
    struct Function {
        /// In memory.
        var address: UInt64
        /// The image that it belongs to.
        var image: Int
        /// `nil` to look for one when it is needed.
        var name: String?
        /// What the file has there, where that can be read and is not encrypted.
        var original: ByteView?
    }

    /// Looks at all functions of an image.
    func examine(_ number: Int, into findings: inout HookFindings) {
        switch index.image(number) {
        case .failure(let error): findings.note(unread: index.images[number], error.description)
        case .success(let mapped):
            guard !mapped.isInSharedCache else { return findings.note(unread: mapped.loaded, "in the shared cache") }
            let starts: [UInt64]
            do throws(MachOError) { starts = try mapped.image.functionStarts() } catch {
                return findings.note(unread: mapped.loaded, error.description)
            }
            guard !starts.isEmpty else { return findings.note(unread: mapped.loaded, "has no list of functions") }
            let file = ImageFile.slice(of: mapped, in: index.space)
            for start in starts {
                let original = file.flatMap { Self.original(at: start, in: $0) }
                examine(Function(address: start &+ mapped.slide, image: number, name: nil, original: original), into: &findings)
            }
        }
    }

    /// Looks at one function.
    func examine(_ function: Function, into findings: inout HookFindings) {
        guard let mapped = try? index.image(function.image).get(), let code = code(at: function.address, in: mapped) else {
            findings.undetermined += 1
            return
        }
        findings.examined += 1
        guard var hook = judge(function, code, mapped) else { return }
        // Looking for a name costs a walk over all symbols: only for those that are listed.
        if findings.hooks.count < HookFindings.maximumHooks {
            hook.name = String((function.name ?? Self.name(of: function.address, in: mapped)).prefix(256))
        }
        findings.add(hook)
    }

    /// The instructions that the file has at an address of its own; `nil` where it is encrypted.
    private static func original(at address: UInt64, in file: MachOImage) -> ByteView? {
        guard !file.isEncrypted, let bytes = file.bytes(at: address) else { return nil }
        return bytes.prefix(Trampoline.maximumLength)
    }

    /// As much of the function's start as can be read: the last one of an image may end with it.
    private func code(at address: UInt64, in mapped: MappedImage) -> ByteView? {
        if !mapped.isInSharedCache {
            return mapped.image.bytes(at: address &- mapped.slide)?.prefix(Trampoline.maximumLength)
        }
        for count in [Trampoline.maximumLength, 16, 4] {
            if let bytes = index.space.bytes(at: address, count: count) { return bytes }
        }
        return nil
    }

    private func judge(_ function: Function, _ code: ByteView, _ mapped: MappedImage) -> HookedFunction? {
        let space = index.space
        let found = Trampoline.decode(code, at: function.address, architecture: mapped.image.header.architecture) { space.pointer(at: $0) }
        if let original = function.original {
            let length = found?.length ?? 4
            // Shipped like that: whatever it is, nobody put it there at run time.
            if original.count >= length, code.count >= length, original.prefix(length).array == code.prefix(length).array { return nil }
        }
        guard let found else { return function.original == nil ? nil : hook(.patched, function, mapped) }
        switch found.pattern {
        case .breakpoint: return hook(.breakpoint, function, mapped)
        case .trap: return function.original == nil ? nil : hook(.patched, function, mapped)
        case .branch, .page, .load, .immediate: break
        }
        if function.original == nil, !isForeign(found, in: function.image, mapped) { return nil }
        let target = found.destination.flatMap { index.owner(of: $0) }
        return hook(.inline, function, mapped, target: target, pattern: found.pattern)
    }

    /// Whether a jump can be none of a linker's, without the file to compare with.
    private func isForeign(_ found: Trampoline, in number: Int, _ mapped: MappedImage) -> Bool {
        // Code that can be loaded anywhere has no absolute addresses in it, and its pointers lie in data, where `RebindingScan` looks at them.
        if found.pattern == .immediate { return true }
        if let slot = found.slot {
            if index.owner(of: slot) != number || mapped.hasCode(at: slot) { return true }
            // A variable that holds a function may hold none yet.
            return found.destination.map { $0 != 0 && index.owner(of: $0) == nil } ?? true
        }
        guard let destination = found.destination, let owner = index.owner(of: destination) else { return true }
        if owner == number { return !mapped.hasCode(at: destination) }
        // The builder of the shared cache has functions jump straight into other images of it.
        return !(mapped.isInSharedCache && (try? index.image(owner).get())?.isInSharedCache == true)
    }

    private func hook(
        _ kind: HookedFunction.Kind, _ function: Function, _ mapped: MappedImage, target: Int? = nil, pattern: Trampoline.Pattern? = nil
    ) -> HookedFunction {
        HookedFunction(
            kind, image: ScrubbedPath.scrub(mapped.loaded.path), name: "",
            target: target.map { ScrubbedPath.scrub(index.images[$0].path) }, targetOrigin: target.map { index.images[$0].origin },
            pattern: pattern?.rawValue, staysInside: target == function.image)
    }

    /// The symbol at an address, or how far it lies from the start of the image.
    static func name(of address: UInt64, in mapped: MappedImage) -> String {
        let own = address &- mapped.slide
        if let symbols = try? mapped.image.symbols(), let symbol = symbols.first(where: { $0.value == own && $0.kind == .defined }) {
            return symbols.name(of: symbol)
        }
        return "+0x" + String(own &- mapped.image.baseAddress, radix: 16)
    }
}
