import MerlonMachO

/// A function as it was made, and what was written over its start.
struct OriginalFunction {
    /// In memory.
    var address: UInt64
    /// `nil` when its start is as it was made, so that it can be called itself.
    var change: Change?

    /// The first bytes, in memory and in the file; as many of both.
    struct Change {
        var current: [UInt8]
        var original: [UInt8]
        /// The function's start for another place.
        var prologue: Result<RelocatedPrologue, MachOError>
    }
}

extension HookScan {
    /// The function at an address, as its image's file has it.
    /// - Throws: ``RuntimeError`` `unsupported` when it is hooked and no file says how it begins: that of the image is encrypted (App Store), cannot be
    ///   read, or there is none (the system's shared cache); or more was changed than a jump at its start.
    func original(at address: UInt64) throws(RuntimeError) -> OriginalFunction {
        guard let number = index.owner(of: address), let mapped = try? index.image(number).get(), mapped.hasCode(at: address) else {
            throw RuntimeError(.unsupported, "There is no function of an image at this address.")
        }
        let own = address &- mapped.slide
        guard let file = ImageFile.slice(of: mapped, in: index.space), !file.isEncrypted, let made = file.bytes(at: own) else {
            var findings = HookFindings()
            InlineScan(index: index).examine(.init(address: address, image: number), into: &findings)
            if findings.count == 0, findings.examined > 0 { return OriginalFunction(address: address) }
            throw RuntimeError(.unsupported, "The function's start was changed, and no file says how it was.")
        }
        let body = made.prefix(Int(min(Self.end(of: own, in: file) &- own, UInt64(made.count))))
        let length = min(body.count, RelocatedPrologue.maximumLength)
        guard length > 0, let current = mapped.image.bytes(at: own)?.prefix(length), current.count == length else {
            throw RuntimeError(.unsupported, "The function cannot be read.")
        }
        guard let last = (0..<length).last(where: { current[$0] != body[$0] }) else { return OriginalFunction(address: address) }
        // What goes on to the end of what is looked at may go on past it.
        guard last + 1 < RelocatedPrologue.maximumLength else {
            throw RuntimeError(.unsupported, "More of the function was changed than its start.")
        }
        let prologue: Result<RelocatedPrologue, MachOError>
        do throws(MachOError) {
            prologue = .success(
                try RelocatedPrologue(body, overwritten: last + 1, at: address, architecture: mapped.image.header.architecture))
        } catch { prologue = .failure(error) }
        return OriginalFunction(
            address: address,
            change: .init(current: current.prefix(last + 1).array, original: body.prefix(last + 1).array, prologue: prologue))
    }

    /// Where a function ends: where the next one begins, or its section does.
    private static func end(of address: UInt64, in file: MachOImage) -> UInt64 {
        let section = file.sections.first { $0.contains(address) }?.endAddress
        let next = (try? file.functionStarts())?.first { $0 > address }
        return min(section ?? .max, next ?? .max)
    }
}
