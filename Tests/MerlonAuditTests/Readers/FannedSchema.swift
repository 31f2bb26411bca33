/// A database of some pages whose list of tables has more rows than anybody waits for: the page with the last of them stands many times in a page, and
/// that one many times in the next.
enum FannedSchema {
    private static let header = 100

    /// - Parameters:
    ///   - database: whose list is in its first page and has two rows, a table and the index that SQLite makes for it.
    ///   - levels: of pages.
    ///   - copies: of a page, in the one above.
    static func made(from database: [UInt8], levels: Int, copies: Int) -> [UInt8] {
        let size = Int(database[16]) << 8 | Int(database[17])
        let count = database.count / size
        let cells = (0..<2).map { cell(at: number(database, header + 8 + 2 * $0), in: database) }
        var pages = cells.map { leaf($0, size) }
        var child = count + 2
        for _ in 0..<levels {
            pages.append(interior(Array(repeating: child, count: copies), offset: 0, size))
            child = count + pages.count
        }
        let first = database[..<header] + interior([count + 1, child], offset: header, size)[header...]
        var made = Array(first) + database[size...] + pages.flatMap { $0 }
        made.replaceSubrange(28..<32, with: bytes(made.count / size, 4))
        return made
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A row: its length and its number, here of one byte each, and so many bytes.
    private static func cell(at place: Int, in database: [UInt8]) -> [UInt8] {
        precondition(database[place] < 0x80 && database[place + 1] < 0x80)
        return Array(database[place..<place + 2 + Int(database[place])])
    }

    private static func leaf(_ cell: [UInt8], _ size: Int) -> [UInt8] {
        let place = size - cell.count
        let head = [0x0D, 0, 0] + bytes(1, 2) + bytes(place, 2) + [0] + bytes(place, 2)
        return head + [UInt8](repeating: 0, count: place - head.count) + cell
    }

    private static func interior(_ children: [Int], offset: Int, _ size: Int) -> [UInt8] {
        let cells = children.dropLast().map { bytes($0, 4) + [2] }
        let places = cells.indices.map { size - 5 * ($0 + 1) }
        let head =
            [0x05, 0, 0] + bytes(cells.count, 2) + bytes(places.last ?? size, 2) + [0] + bytes(children[children.count - 1], 4)
            + places.flatMap { bytes($0, 2) }
        let gap = size - offset - head.count - 5 * cells.count
        return [UInt8](repeating: 0, count: offset) + head + [UInt8](repeating: 0, count: gap) + cells.reversed().flatMap { $0 }
    }
}
