// expect: (binary operator '==' cannot be applied|cannot convert value of type)
import Security

func isMissing(_ status: OSStatus) -> Bool { status == "errSecItemNotFound" }
