/// Where the dynamic linker looks for an imported symbol.
public enum LibraryOrdinal: Hashable, Sendable {
    /// The library with this position in ``LoadCommands/dylibs``, counted from 0.
    case library(Int)
    /// The image itself.
    case thisImage
    /// The program's executable.
    case mainExecutable
    /// Any loaded image, in load order.
    case flatLookup
    /// Any loaded image; the first weak definition wins.
    case weakLookup

    /// `0`, `-1`, `-2`, `-3` are special; the others count from 1.
    init(_ value: Int64) {
        switch value {
        case 0: self = .thisImage
        case -1: self = .mainExecutable
        case -3: self = .weakLookup
        case 1...Int64(Int32.max): self = .library(Int(value) - 1)
        default: self = .flatLookup
        }
    }

    /// The high byte of `n_desc`: 0xFF is the executable, 0xFE flat look-up.
    init(symbolTableValue value: UInt8) {
        switch value {
        case 0xFF: self = .mainExecutable
        case 0xFE: self = .flatLookup
        default: self.init(Int64(value))
        }
    }
}

extension MachOImage {
    /// The install name of the library that `ordinal` stands for; `nil` where it stands for none.
    public func libraryName(_ ordinal: LibraryOrdinal) -> String? {
        guard case .library(let index) = ordinal, commands.dylibs.indices.contains(index) else { return nil }
        return commands.dylibs[index].name
    }
}
