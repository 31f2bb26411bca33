import MerlonMachO

/// Finds the pointers to one symbol that were rewritten, and writes back what the dynamic linker had bound.
struct SymbolRepair {
    let index: ImageIndex

    /// A pointer that was rewritten.
    struct Change: Hashable {
        /// Of the pointer, in memory.
        var address: UInt64
        /// What it holds, bit for bit.
        var current: UInt64
        /// What it should hold.
        var expected: UInt64
        var image: String
    }

    /// What is known of a symbol.
    struct Plan {
        /// Where its definition is, in memory; `nil` when that is not one place.
        var original: UInt64?
        var changes: [Change] = []
        /// How many pointers to it there are.
        var pointers = 0
        /// Pointers that are signed (arm64e), which nobody but the linker writes.
        var hasSigned = false
    }

    /// Looks at all pointers of the program's images that are bound to the symbol.
    /// - Parameter image: The last part of the path of the one image whose pointers are meant; `nil` for all of the program's.
    func plan(_ symbol: String, image: String? = nil) -> Plan {
        let scan = RebindingScan(index)
        let resolver = SymbolResolver(index: index)
        var plan = Plan()
        var ignored = HookFindings()
        for number in index.images.indices where index.images[number].origin == .program {
            if let image, ScrubbedPath.baseName(index.images[number].path) != image { continue }
            guard let (mapped, pointers) = scan.pointers(of: number, notingIn: &ignored) else { continue }
            for pointer in pointers where pointer.symbol.name == symbol {
                plan.pointers += 1
                guard case .address(let address, _) = resolver.expected(pointer.symbol, importedBy: number) else { continue }
                plan.original = plan.original ?? address
                let place = pointer.address &+ mapped.slide
                guard case .hooked = scan.judge(pointer, of: mapped, number),
                    let raw = try? index.space.bytes(at: place, count: 8)?.load(UInt64.self, at: 0)
                else { continue }
                guard !mapped.image.header.architecture.isARM64e else {
                    plan.hasSigned = true
                    continue
                }
                plan.changes.append(
                    Change(
                        address: place, current: raw, expected: address &+ UInt64(bitPattern: pointer.addend),
                        image: ScrubbedPath.scrub(mapped.loaded.path)))
            }
        }
        return plan
    }

    /// Writes the plan's pointers back. Stops at the first that cannot be written: what was written stays.
    /// - Returns: How many were written, and the status of the one that was not.
    func apply(_ plan: Plan) -> (written: Int, status: Int32) {
        var written = 0
        for change in plan.changes {
            let status = index.space.setPointer(at: change.address, from: change.current, to: change.expected)
            guard status == 0 else { return (written, status) }
            written += 1
        }
        return (written, 0)
    }
}
