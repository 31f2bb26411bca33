// expect: 'ContinuousClock' is only available in
func wait() async throws {
    try await ContinuousClock().sleep(until: .now)
}
