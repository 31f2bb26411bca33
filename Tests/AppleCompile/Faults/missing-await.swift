// expect: expression is 'async' but is not marked with 'await'
import LocalAuthentication

func unlock(_ context: LAContext) async throws -> Bool {
    try context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock")
}
