#if os(Linux)
    import CMerlonProbes
    import MerlonCore

    /// Text against its files.
    enum TextProbe {
        private static let maximumTexts = 1024
        private static let maximumDifferences = 64

        static let probe = Probe.linux("linux-text", tier: .costly, deadline: .seconds(2), put: { $0?.changedText = $1 }) {
            let texts = UnsafeMutablePointer<merlon_linux_text>.allocate(capacity: maximumTexts)
            let differences = UnsafeMutablePointer<merlon_linux_difference>.allocate(capacity: maximumDifferences)
            defer {
                unsafe texts.deallocate()
                unsafe differences.deallocate()
            }
            var (count, differenceCount) = (0, 0)
            var compared: UInt64 = 0
            var isComplete = false
            let status = unsafe merlon_linux_text(
                texts, maximumTexts, &count, differences, maximumDifferences, &differenceCount, &compared, &isComplete)
            guard status == 0 else { return LinuxSystem.failure(status) }
            var changed: [ChangedText] = []
            for index in 0..<count {
                let text = unsafe texts[index]
                guard text.own_pages > 0 || text.differing_runs > 0 || !text.is_compared else { continue }
                let own = (0..<differenceCount).map { unsafe differences[$0] }.filter { Int($0.text) == index }.prefix(16)
                changed.append(
                    ChangedText(
                        object: ScrubbedPath.object(LinuxSystem.string(text.object)), ownPages: Int(text.own_pages),
                        differingRuns: Int(text.differing_runs), differences: own.map(difference), isCompared: text.is_compared,
                        isReplaced: text.is_replaced))
            }
            // Not all of it looked at and nothing found is not the same as nothing there.
            return isComplete || changed.contains { $0.ownPages > 0 || $0.differingRuns > 0 } ? .value(changed) : .unsupported
        }

        private static func difference(_ found: merlon_linux_difference) -> ChangedText.Difference {
            let length = Int(found.length)
            return ChangedText.Difference(
                offset: found.address, symbol: LinuxSystem.string(found.symbol),
                expected: unsafe withUnsafeBytes(of: found.expected) { unsafe Array($0.prefix(length)) },
                actual: unsafe withUnsafeBytes(of: found.actual) { unsafe Array($0.prefix(length)) })
        }
    }
#endif
