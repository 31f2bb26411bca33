/// What `errno` means, in words. glibc 2.32 and Darwin keep the text per thread.
func message(forNativeStatus status: Int32) -> String {
    guard let text = unsafe strerror(status) else { return "error \(status)" }
    return unsafe String(cString: text)
}
