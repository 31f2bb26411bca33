// expect: 'split\(separator:maxSplits:omittingEmptySubsequences:\)' is only available in
func fields(_ line: String) -> [Substring] { line.split(separator: ", ") }
