// expect: value of optional type 'Data\?' must be unwrapped
import Foundation
import LocalAuthentication

func state(of context: LAContext) -> Data { context.evaluatedPolicyDomainState }
