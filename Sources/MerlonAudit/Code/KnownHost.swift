/// Hosts of services that many apps name and none owns: whoever uses them cannot pin them.
enum KnownHost {
    /// Whether the host belongs to such a service, a tracking network included.
    static func isOfOthers(_ host: String) -> Bool {
        if TrackingDomain.known(for: host) != nil { return true }
        return services.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    private static let services = [
        "apple.com", "icloud.com", "mzstatic.com", "google.com", "googleapis.com", "gstatic.com", "firebaseio.com", "firebase.com",
        "crashlytics.com", "youtube.com", "youtu.be", "goo.gl", "facebook.com", "fbcdn.net", "instagram.com", "whatsapp.com", "twitter.com",
        "x.com", "t.co", "linkedin.com", "pinterest.com", "reddit.com", "tiktok.com", "snapchat.com", "telegram.org", "t.me", "github.com",
        "githubusercontent.com", "github.io", "gitlab.com", "stackoverflow.com", "wikipedia.org", "wikimedia.org", "microsoft.com",
        "live.com",
        "aka.ms", "amazon.com", "paypal.com", "stripe.com", "sentry.io", "bugsnag.com", "cocoapods.org", "swift.org", "spotify.com",
        "vimeo.com", "medium.com", "zendesk.com", "intercom.io", "mapbox.com", "openstreetmap.org", "gravatar.com", "jsdelivr.net",
        "cloudflare.com", "unpkg.com", "reactnative.dev", "flutter.dev", "dart.dev", "yahoo.com", "bing.com", "baidu.com", "qq.com",
        "weibo.com", "wechat.com", "vk.com", "line.me", "discord.com", "slack.com", "zoom.us", "oauth.net", "openid.net",
    ]
}
