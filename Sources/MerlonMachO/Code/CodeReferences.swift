/// The uses that were found in an image's code.
public struct CodeReferences: Sendable {
    /// In ascending order of address.
    public internal(set) var uses: [CodeUse] = []
    /// What kept a part from being searched.
    public internal(set) var problems: [MachOError] = []

    /// More uses than this are not collected; the rest is noted as a problem.
    public static let maximumUses = 1 << 20
}

extension MachOImage {
    /// Searches all code for uses of what `query` names: one linear sweep.
    ///
    /// arm64 and arm64e: calls through stubs, `__objc_stubs`, the GOT or directly; loads of selectors, classes, strings and data; arguments
    /// where they are plain constants. x86-64: the same uses by RIP-relative operands and calls, without arguments. Other processors are
    /// noted as unsupported. The sweep has its own decoder for the few instructions that matter: a full disassembler such as Capstone
    /// takes a hundred times as long, which for an app of 100 MB is minutes.
    ///
    /// In an encrypted slice the code is noise; ask ``isEncrypted`` first.
    public func codeReferences(to query: CodeQuery, _ resolver: PointerResolver, _ objectiveC: ObjectiveCMetadata) -> CodeReferences {
        var result = CodeReferences()
        let isARM64 = header.architecture.isARM64
        guard isARM64 || header.architecture.isX86_64 else {
            result.problems.append(MachOError(.unsupported, "code of \(header.architecture) is not searched"))
            return result
        }
        let index = CodeTargetIndex(self, query, resolver, objectiveC)
        var functions: [UInt64] = []
        do throws(MachOError) { functions = try functionStartsOrSymbols() } catch { result.problems.append(error) }
        for section in sections where section.isCode && section.kind == .regular && section.name != "__objc_stubs" {
            do throws(MachOError) {
                let bytes = try bytes(of: section)
                if isARM64 {
                    ARM64Scanner(index: index, functions: functions, wanted: query.functions).scan(
                        bytes, at: section.address, into: &result.uses)
                } else {
                    X86_64Scanner(index: index).scan(bytes, at: section.address, into: &result.uses)
                }
            } catch { result.problems.append(error) }
        }
        if result.uses.count >= CodeReferences.maximumUses {
            result.problems.append(MachOError(.limitExceeded, "more than \(CodeReferences.maximumUses) uses in code; the rest is left out"))
        }
        result.uses.sort { $0.address < $1.address }
        FunctionNaming(image: self, starts: functions, objectiveC: objectiveC).name(&result.uses)
        if let wanted = query.functions { result.uses.removeAll { $0.functionAddress.map { !wanted.contains($0) } ?? true } }
        return result
    }
}
