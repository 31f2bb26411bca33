// expect: argument type .Data\?. expected to be an instance of a class
import Foundation
import Security

func read(_ query: [String: Any]) -> Data? {
    var data: Data?
    _ = withUnsafeMutablePointer(to: &data) { SecItemCopyMatching(query as CFDictionary, $0) }
    return data
}
