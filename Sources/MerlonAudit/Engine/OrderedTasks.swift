/// Runs a function over many elements at once and gives the results in the elements' order.
enum OrderedTasks {
    /// Enough tasks to occupy the processors of a common machine; Swift's pool runs no more of them at once than there are processors.
    static let processorWidth = 8

    /// Maps `elements`, with at most `width` of them under work at a time.
    static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], width: Int, _ transform: @escaping @Sendable (Element) async -> Value
    ) async -> [Value] {
        var values = [Value?](repeating: nil, count: elements.count)
        await withTaskGroup(of: (Int, Value).self) { group in
            for (index, element) in elements.enumerated() {
                if index >= width, let (done, value) = await group.next() { values[done] = value }
                group.addTask { (index, await transform(element)) }
            }
            for await (done, value) in group { values[done] = value }
        }
        return values.compactMap { $0 }
    }
}
