// expect: main actor-isolated .* can not be referenced from a nonisolated context
import UIKit

func isCaptured() -> Bool { UIScreen.main.isCaptured }
