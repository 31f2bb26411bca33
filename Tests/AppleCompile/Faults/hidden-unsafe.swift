// expect: expression uses unsafe constructs but is not marked with 'unsafe'
func first(_ pointer: UnsafePointer<UInt8>) -> UInt8 { pointer.pointee }
