#if canImport(LocalAuthentication)
    import Dispatch
    import LocalAuthentication

    /// Work that may show a prompt: cancelling the task takes the prompt away.
    enum PromptedWork {
        static func run<Value: Sendable>(
            on queue: DispatchQueue, _ context: LAContext, _ body: @escaping @Sendable () throws(VaultError) -> Value
        ) async throws(VaultError) -> Value {
            let handle = Handle(context)
            let result: Result<Value, VaultError> = await withTaskCancellationHandler {
                do throws(VaultError) { return .success(try await BlockingWork.run(on: queue, body)) } catch { return .failure(error) }
            } onCancel: {
                handle.context.invalidate()
            }
            do throws(VaultError) { return try result.get() } catch {
                throw Task.isCancelled ? VaultError(.cancelled, "The task was cancelled.", nativeStatus: error.nativeStatus) : error
            }
        }

        /// A context may be invalidated from any thread. Apple: "invalidate()".
        private struct Handle: @unchecked Sendable {
            let context: LAContext
            init(_ context: LAContext) { self.context = context }
        }
    }
#endif
