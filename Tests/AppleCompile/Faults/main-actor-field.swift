// expect: main actor-isolated property 'isSecureTextEntry' can not be mutated from a nonisolated context
import UIKit

func hide(_ field: UITextField) { field.isSecureTextEntry = true }
