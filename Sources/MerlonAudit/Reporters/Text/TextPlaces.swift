/// The places of a finding or verdict: those in one file that show the same thing stand together.
struct TextPlaces {
    private struct Group {
        let file: String
        let detail: String
        var places: [String]
    }

    private var groups: [Group] = []
    private let more: Int

    /// - Parameter limit: how many places are shown; the others are counted.
    init(_ evidence: [Evidence], limit: Int) {
        for place in evidence.prefix(limit) {
            // FILE:LINE is what editors and terminals open.
            let lined = place.line.map { "\(place.file):\($0)" } ?? place.file
            let file = place.architecture.map { "\(lined) (\($0))" } ?? lined
            if groups.last?.file != file || groups.last?.detail != place.detail {
                groups.append(Group(file: file, detail: place.detail, places: []))
            }
            groups[groups.count - 1].places.append(Self.inFile(place))
        }
        more = max(0, evidence.count - limit)
    }

    func add(to canvas: inout TextCanvas, indent: Int, withDetail: Bool = true) {
        for group in groups {
            let places = group.places.filter { !$0.isEmpty }
            let isShort = places.count == 1 && !places[0].contains(" ")
            let detail = VisibleText.clipped(group.detail, limit: 500)
            let sharesDetail = places.count > 1 && withDetail
            let rest = isShort ? places[0] : sharesDetail ? detail : nil
            canvas.add(rest.map { "\(group.file): \($0)" } ?? group.file, indent: indent, label: "at ", labelStyle: .faint)
            if !isShort { for place in places { canvas.add(place, indent: indent + 3) } }
            if withDetail, !sharesDetail { canvas.add(detail, .faint, indent: indent + 3) }
        }
        if more > 0 { canvas.add("and \(more) more \(more == 1 ? "place" : "places")", .faint, indent: indent) }
    }

    private static func inFile(_ evidence: Evidence) -> String {
        let parts = [
            evidence.address.map { "0x" + String($0, radix: 16) }, evidence.symbol, evidence.plistKey,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
