// expect(ios): 'system' is unavailable
import Darwin

func run() -> Int32 { unsafe system("id") }
