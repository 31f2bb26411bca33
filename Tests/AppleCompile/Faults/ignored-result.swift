// expect: result of call to 'SecItemDelete' is unused
import Security

func remove(_ query: [String: Any]) { SecItemDelete(query as CFDictionary) }
