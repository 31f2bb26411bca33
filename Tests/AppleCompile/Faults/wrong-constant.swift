// expect: cannot find 'kSecAttrAccessibleWhenUnlockedOnlyThisDevice' in scope
import Security

let accessibility = kSecAttrAccessibleWhenUnlockedOnlyThisDevice as String
