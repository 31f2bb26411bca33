import MerlonCore
import MerlonPinning

extension OAuthClient {
    /// Begins a sign-in at another device (RFC 8628). Show what it gives, and call ``signIn(with:)``.
    ///
    /// Somebody may be talked into typing the code of a device that is not theirs: say at the code what it is for.
    public func authorizeDevice(options: SignInOptions = SignInOptions()) async throws(AuthError) -> DeviceAuthorization {
        guard let url = server.deviceAuthorizationEndpoint else { throw AuthError(.unsupported, "The server signs no devices in.") }
        let more = try options.checked(against: ["client_id", "client_secret"])
        let response = try await post(more, to: url)
        guard response.status == 200 else { throw EndpointRefusal(response, now: time.wallTime).error(refusedGrant: .unsupported) }
        guard response.isJSON else { throw AuthError(.malformed, "The device authorization endpoint does not answer with JSON.") }
        return try DeviceAuthorization(parsing: response.body, options: options, now: time.monotonicTime)
    }

    /// Waits until somebody has signed the device in, asking no more often than the server allows.
    ///
    /// There is no nonce in this flow: an ID token is verified for everything else.
    ///
    /// - Throws: ``AuthError/Code/userCancelled`` when the person said no or the task is cancelled; ``AuthError/Code/expired`` when nobody came in
    ///   time; otherwise as ``finish(_:with:)``. A server that cannot be reached is asked again until the code expires.
    public func signIn(with device: DeviceAuthorization) async throws(AuthError) -> SignIn {
        var polling = DevicePolling(interval: device.interval, end: device.end)
        let form = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", device.deviceCode.text)]
        while true {
            await pause(try polling.pause(now: time.monotonicTime))
            guard !Task.isCancelled else { throw AuthError(.userCancelled, "The task was cancelled.") }
            let response: HTTPResponse
            do throws(AuthError) { response = try await post(form, to: server.tokenEndpoint) } catch {
                try polling.takeSilence(error)
                continue
            }
            guard response.status == 200 else {
                try polling.take(EndpointRefusal(response, now: time.wallTime))
                continue
            }
            guard response.isJSON else { throw AuthError(.malformed, "The token endpoint does not answer with JSON.") }
            return try await identified(try TokenResponse(parsing: response.body), options: device.options, nonce: nil)
        }
    }
}
