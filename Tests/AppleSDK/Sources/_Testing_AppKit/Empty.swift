// swift-testing's cross-import overlay for UIKit: a file that imports both Testing and UIKit wants a module of this name.
