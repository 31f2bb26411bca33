// expect: (data race|non-Sendable|captured by a @Sendable closure|not concurrency-safe)
final class Attempts { var count = 0 }

func count() {
    let attempts = Attempts()
    Task.detached { attempts.count += 1 }
    attempts.count += 1
}
