extension SliceFacts {
    /// Adds what another member of the same static library has.
    mutating func merge(_ other: SliceFacts) {
        languages.formUnion(other.languages)
        platform = platform ?? other.platform
        minimumOS = minimumOS ?? other.minimumOS
        sdk = sdk ?? other.sdk
        isEncrypted = isEncrypted || other.isEncrypted
        isStripped = isStripped && other.isStripped
        debugSymbolCount += other.debugSymbolCount
        localSymbolCount += other.localSymbolCount
        hasDWARF = hasDWARF || other.hasDWARF
        imports = Self.union(imports, other.imports)
        exports = Self.union(exports, other.exports)
        definedFunctions += other.definedFunctions
        classes += other.classes
        referencedClasses = Self.union(referencedClasses, other.referencedClasses)
        selectors = Self.union(selectors, other.selectors)
        swiftTypes = Self.union(swiftTypes, other.swiftTypes)
        for index in 0..<other.strings.count { strings.append(other.strings.utf8(at: index), at: other.strings.address(at: index)) }
        for index in 0..<other.byteArrays.count {
            byteArrays.append(other.byteArrays.utf8(at: index), at: other.byteArrays.address(at: index))
        }
        references += other.references
    }

    private static func union<Element: Hashable>(_ left: [Element], _ right: [Element]) -> [Element] {
        var seen = Set(left)
        return left + right.filter { seen.insert($0).inserted }
    }
}
