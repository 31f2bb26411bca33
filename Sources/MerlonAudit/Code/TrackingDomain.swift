/// Domains that are known to serve advertising and cross-app tracking.
///
/// A small list of the services met most often in apps, put together from their own documentation of the hosts that their SDKs reach.
/// It finds what is common; a domain that is not in it is not thereby harmless.
enum TrackingDomain {
    /// The known domain that the host belongs to, if any.
    static func known(for host: String) -> String? {
        var rest = Substring(host.lowercased())
        while true {
            if domains.contains(String(rest)) { return String(rest) }
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
        }
    }

    private static let domains: Set<String> = [
        "doubleclick.net", "googlesyndication.com", "googleadservices.com", "google-analytics.com", "app-measurement.com",
        "googletagmanager.com",
        "admob.com", "graph.facebook.com", "facebook.net", "an.facebook.com", "ads-twitter.com", "analytics.twitter.com",
        "appsflyer.com", "appsflyersdk.com", "adjust.com", "adjust.io", "adjust.net.in", "adjust.world", "branch.io", "kochava.com",
        "singular.net", "tenjin.com", "tenjin.io", "airbridge.io", "mixpanel.com", "amplitude.com", "segment.io", "segment.com", "heap.io",
        "heapanalytics.com", "flurry.com", "localytics.com", "leanplum.com", "clevertap.com", "moengage.com", "webengage.com", "appboy.com",
        "braze.com", "urbanairship.com", "applovin.com", "applvn.com", "unityads.unity3d.com", "ironsrc.com", "ironsrc.mobi",
        "supersonicads.com", "vungle.com", "liftoff.io", "chartboost.com", "inmobi.com", "mopub.com", "tapjoy.com", "tapjoyads.com",
        "adcolony.com", "startappservice.com", "startapp.com", "fyber.com", "digitalturbine.com", "inner-active.mobi", "smaato.net",
        "pubmatic.com", "rubiconproject.com", "openx.net", "criteo.com", "criteo.net", "taboola.com", "outbrain.com", "moatads.com",
        "doubleverify.com", "adsafeprotected.com", "scorecardresearch.com", "comscore.com", "quantserve.com", "quantcount.com",
        "demdex.net", "omtrdc.net", "2o7.net", "everesttech.net", "analytics.tiktok.com", "pangle.io", "pangleglobal.com",
        "tr.snapchat.com",
        "mintegral.com", "rayjump.com", "bidmachine.io", "umeng.com", "umengcloud.com", "appmetrica.yandex.net", "appmetrica.yandex.com",
        "mc.yandex.ru", "hotjar.com", "fullstory.com", "smartlook.com", "uxcam.com", "contentsquare.net", "clarity.ms", "bat.bing.com",
        "media.net", "amazon-adsystem.com", "cuebiq.com", "safegraph.com", "x-mode.io", "foursquare.com",
        "kidoz.net", "superawesome.com", "appnext.com", "mobfox.com", "verve.com", "pubnative.net", "ogury.com", "adform.net",
    ]
}
