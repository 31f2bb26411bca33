// expect: 'sleep\(for:tolerance:clock:\)' is only available in
func wait() async throws {
    try await Task.sleep(for: .seconds(1))
}
