// expect: cannot find 'probe' in scope
#if os(Linux)
    func probe() -> Bool { true }
#endif

func answer() -> Bool { probe() }
