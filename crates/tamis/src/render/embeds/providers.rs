//! The sites whose embedded content is kept, as data: how its addresses look, and where they lead.
//!
//! Sources: the `embed` documentation of each site, and the providers of oEmbed.

use std::borrow::Cow;

use url::Url;

/// A site.
struct Provider {
    /// The name of its embeds that have no title.
    label: &'static str,
    /// The hosts without `www.` and `m.`; [`ANY_HOST`] for software that many sites run.
    hosts: &'static [&'static str],
    rules: &'static [Rule],
    /// The address of an image of the content, if its id is enough to make one.
    poster: Option<&'static str>,
}

/// A form of address. In a pattern, each `*` is an id: letters, digits, `_`, `-`, `.`, `:`, `@`.
struct Rule {
    /// The path, and after a `?` the parameters that the address has among others.
    pattern: &'static str,
    /// The address for a reader: each `*` is an id, in order, and `~` is the host.
    link: Link,
    /// The address of the player, likewise.
    frame: Option<&'static str>,
}

enum Link {
    /// An address with the ids.
    To(&'static str),
    /// The address of the embed itself.
    Same,
    /// The address in this parameter, if it leads to one of the provider's sites.
    In(&'static str),
}

use Link::{In, Same, To};

/// The hosts of software that many sites run. Such embeds are recognized by their path, and never
/// written as frames.
const ANY_HOST: &[&str] = &[];

const fn rule(pattern: &'static str, link: Link, frame: Option<&'static str>) -> Rule {
    Rule { pattern, link, frame }
}

const YOUTUBE: &str = "https://www.youtube.com/watch?v=*";
const YOUTUBE_FRAME: Option<&str> = Some("https://www.youtube-nocookie.com/embed/*");
const DAILYMOTION: &str = "https://www.dailymotion.com/video/*";
const DAILYMOTION_FRAME: Option<&str> = Some("https://www.dailymotion.com/embed/video/*");

const PROVIDERS: &[Provider] = &[
    Provider {
        label: "YouTube playlist",
        hosts: &["youtube.com", "youtube-nocookie.com"],
        rules: &[rule(
            "/embed/videoseries?list=*",
            To("https://www.youtube.com/playlist?list=*"),
            Some("https://www.youtube-nocookie.com/embed/videoseries?list=*"),
        )],
        poster: None,
    },
    Provider {
        label: "YouTube video",
        hosts: &["youtube.com", "youtube-nocookie.com", "youtube.googleapis.com"],
        rules: &[
            rule("/embed/*", To(YOUTUBE), YOUTUBE_FRAME),
            rule("/v/*", To(YOUTUBE), YOUTUBE_FRAME),
            rule("/shorts/*", To(YOUTUBE), YOUTUBE_FRAME),
            rule("/watch?v=*", To(YOUTUBE), YOUTUBE_FRAME),
        ],
        poster: Some("https://i.ytimg.com/vi/*/hqdefault.jpg"),
    },
    Provider {
        label: "YouTube video",
        hosts: &["youtu.be"],
        rules: &[rule("/*", To(YOUTUBE), YOUTUBE_FRAME)],
        poster: Some("https://i.ytimg.com/vi/*/hqdefault.jpg"),
    },
    Provider {
        label: "Vimeo video",
        hosts: &["player.vimeo.com"],
        rules: &[rule(
            "/video/*",
            To("https://vimeo.com/*"),
            Some("https://player.vimeo.com/video/*"),
        )],
        poster: None,
    },
    Provider {
        label: "Dailymotion video",
        hosts: &["dailymotion.com", "geo.dailymotion.com"],
        rules: &[
            rule("/embed/video/*", To(DAILYMOTION), DAILYMOTION_FRAME),
            rule("/player.html?video=*", To(DAILYMOTION), DAILYMOTION_FRAME),
        ],
        poster: Some("https://www.dailymotion.com/thumbnail/video/*"),
    },
    Provider {
        label: "PeerTube video",
        hosts: ANY_HOST,
        rules: &[rule("/videos/embed/*", To("https://~/w/*"), None)],
        poster: None,
    },
    Provider {
        label: "Mastodon post",
        hosts: ANY_HOST,
        rules: &[rule("/@*/*/embed", To("https://~/@*/*"), None)],
        poster: None,
    },
    Provider {
        label: "Twitch video",
        hosts: &["player.twitch.tv"],
        rules: &[
            rule("/?video=*", To("https://www.twitch.tv/videos/*"), None),
            rule("/?channel=*", To("https://www.twitch.tv/*"), None),
        ],
        poster: None,
    },
    Provider {
        label: "Bilibili video",
        hosts: &["player.bilibili.com"],
        rules: &[rule(
            "/player.html?bvid=*",
            To("https://www.bilibili.com/video/*"),
            Some("https://player.bilibili.com/player.html?bvid=*"),
        )],
        poster: None,
    },
    Provider {
        label: "Tencent video",
        hosts: &["v.qq.com"],
        rules: &[rule(
            "/txp/iframe/player.html?vid=*",
            To("https://v.qq.com/x/page/*.html"),
            Some("https://v.qq.com/txp/iframe/player.html?vid=*"),
        )],
        poster: None,
    },
    Provider {
        label: "Internet Archive recording",
        hosts: &["archive.org"],
        rules: &[rule(
            "/embed/*",
            To("https://archive.org/details/*"),
            Some("https://archive.org/embed/*"),
        )],
        poster: None,
    },
    Provider {
        label: "TED talk",
        hosts: &["embed.ted.com"],
        rules: &[rule(
            "/talks/*",
            To("https://www.ted.com/talks/*"),
            Some("https://embed.ted.com/talks/*"),
        )],
        poster: None,
    },
    Provider {
        label: "TikTok video",
        hosts: &["tiktok.com"],
        rules: &[rule("/embed/v2/*", Same, None), rule("/player/v1/*", Same, None)],
        poster: None,
    },
    Provider {
        label: "SoundCloud recording",
        hosts: &["w.soundcloud.com", "soundcloud.com", "api.soundcloud.com"],
        rules: &[rule("/player/", In("url"), None)],
        poster: None,
    },
    Provider {
        label: "Spotify recording",
        hosts: &["open.spotify.com"],
        rules: &[
            rule(
                "/embed/*/*",
                To("https://open.spotify.com/*/*"),
                Some("https://open.spotify.com/embed/*/*"),
            ),
            rule("/embed-podcast/*/*", To("https://open.spotify.com/*/*"), None),
        ],
        poster: None,
    },
    Provider {
        label: "Bandcamp recording",
        hosts: &["bandcamp.com"],
        rules: &[rule("/EmbeddedPlayer/**", Same, None)],
        poster: None,
    },
    Provider {
        label: "X post",
        hosts: &["platform.twitter.com", "platform.x.com"],
        rules: &[rule("/embed/Tweet.html?id=*", To("https://x.com/i/status/*"), None)],
        poster: None,
    },
    Provider {
        label: "X post",
        hosts: &["x.com", "twitter.com"],
        rules: &[rule("/*/status/*", To("https://x.com/*/status/*"), None)],
        poster: None,
    },
    Provider {
        label: "Bluesky post",
        hosts: &["embed.bsky.app"],
        rules: &[rule(
            "/embed/*/app.bsky.feed.post/*",
            To("https://bsky.app/profile/*/post/*"),
            Some("https://embed.bsky.app/embed/*/app.bsky.feed.post/*"),
        )],
        poster: None,
    },
    Provider {
        label: "Facebook post",
        hosts: &["facebook.com"],
        rules: &[
            rule("/plugins/post.php", In("href"), None),
            rule("/plugins/video.php", In("href"), None),
        ],
        poster: None,
    },
    Provider {
        label: "Instagram post",
        hosts: &["instagram.com"],
        rules: &[
            rule("/p/*/embed", To("https://www.instagram.com/p/*/"), None),
            rule("/p/*/embed/captioned", To("https://www.instagram.com/p/*/"), None),
            rule("/reel/*/embed", To("https://www.instagram.com/reel/*/"), None),
        ],
        poster: None,
    },
    Provider {
        label: "CodePen",
        hosts: &["codepen.io"],
        rules: &[
            rule("/*/embed/preview/*", To("https://codepen.io/*/pen/*"), None),
            rule(
                "/*/embed/*",
                To("https://codepen.io/*/pen/*"),
                Some("https://codepen.io/*/embed/*"),
            ),
        ],
        poster: None,
    },
    Provider {
        label: "CodeSandbox",
        hosts: &["codesandbox.io"],
        rules: &[rule("/embed/*", To("https://codesandbox.io/s/*"), None)],
        poster: None,
    },
    Provider {
        label: "Reddit post",
        hosts: &["reddit.com", "embed.reddit.com", "redditmedia.com"],
        rules: &[
            rule("/r/*/comments/*", To("https://www.reddit.com/r/*/comments/*/"), None),
            rule("/r/*/comments/*/*", To("https://www.reddit.com/r/*/comments/*/*/"), None),
        ],
        poster: None,
    },
    Provider {
        label: "Google document",
        hosts: &["docs.google.com"],
        rules: &[
            rule("/document/d/**", Same, None),
            rule("/presentation/d/**", Same, None),
            rule("/spreadsheets/d/**", Same, None),
        ],
        poster: None,
    },
    Provider {
        label: "OpenStreetMap map",
        hosts: &["openstreetmap.org"],
        rules: &[rule("/export/embed.html", Same, None)],
        poster: None,
    },
    Provider {
        label: "Google map",
        hosts: &["google.com", "maps.google.com"],
        rules: &[
            rule("/maps", Same, None),
            rule("/maps/embed/**", Same, None),
            rule("/maps/d/**", Same, None),
        ],
        poster: None,
    },
    Provider {
        label: "Datawrapper chart",
        hosts: &["datawrapper.dwcdn.net"],
        rules: &[rule("/*/**", Same, None)],
        poster: None,
    },
    Provider {
        label: "Flourish chart",
        hosts: &["flo.uri.sh"],
        rules: &[rule(
            "/visualisation/*/embed",
            To("https://public.flourish.studio/visualisation/*/"),
            None,
        )],
        poster: None,
    },
];

/// An element of a library or of AMP that becomes a player.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) element: &'static str,
    /// The attribute with the id, or with the address.
    pub(super) attribute: &'static str,
    /// The address of the frame that the player becomes, with a `*` in place of the id.
    form: &'static str,
}

impl Player {
    /// Returns the address of the frame that the player becomes.
    pub(super) fn address(&self, value: &str) -> String {
        self.form.replace('*', value.trim())
    }
}

const fn player(element: &'static str, attribute: &'static str, form: &'static str) -> Player {
    Player { element, attribute, form }
}

pub(super) const CUSTOM: &[Player] = &[
    player("amp-youtube", "data-videoid", "https://www.youtube.com/embed/*"),
    player("lite-youtube", "videoid", "https://www.youtube.com/embed/*"),
    player("amp-vimeo", "data-videoid", "https://player.vimeo.com/video/*"),
    player("lite-vimeo", "videoid", "https://player.vimeo.com/video/*"),
    player("amp-dailymotion", "data-videoid", "https://www.dailymotion.com/embed/video/*"),
    player("amp-twitter", "data-tweetid", "https://platform.twitter.com/embed/Tweet.html?id=*"),
    player("amp-instagram", "data-shortcode", "https://www.instagram.com/p/*/embed"),
    player("amp-facebook", "data-href", "https://www.facebook.com/plugins/post.php?href=*"),
    player("amp-iframe", "src", "*"),
];

/// The frames of `TextFormatter` that show the content of another site, whose id is the fragment
/// of their address: the name in their path, and the address of what they show. Source: the media
/// sites of `s9e/text-formatter`.
const WRAPPERS: &[(&str, &str)] = &[
    ("instagram", "https://www.instagram.com/p/*/embed"),
    ("reddit", "https://www.reddit.com/r/*"),
    ("tiktok", "https://www.tiktok.com/embed/v2/*"),
    ("twitter", "https://platform.twitter.com/embed/Tweet.html?id=*"),
];

/// Returns the address of what such a frame shows, or `None` for any other address.
pub(super) fn wrapped(url: &Url) -> Option<Url> {
    let name = match url.host_str()? {
        "s9e.github.io" => url.path().strip_prefix("/iframe/2/")?.strip_suffix(".min.html")?,
        _ => return None,
    };
    let (_, form) = WRAPPERS.iter().find(|(known, _)| *known == name)?;
    let id = url.fragment()?.split('#').next()?;
    Url::parse(&form.replace('*', id)).ok()
}

/// The content that an address embeds.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) label: &'static str,
    pub(super) link: String,
    pub(super) poster: Option<String>,
    pub(super) frame: Option<String>,
}

/// Returns what an address embeds, or `None` if it is of no known site.
pub(super) fn find(url: &Url) -> Option<Found> {
    let known = PROVIDERS.iter().filter(|provider| is_of(provider, url));
    known.flat_map(|provider| provider.rules.iter().map(move |rule| (provider, rule))).find_map(
        |(provider, rule)| {
            let ids = matched(rule.pattern, url)?;
            let link = match rule.link {
                To(link) => filled(link, &ids, url),
                Same => same(url),
                In(parameter) => {
                    let (_, value) = url.query_pairs().find(|(name, _)| name == parameter)?;
                    let link = Url::parse(&value).ok()?;
                    is_of(provider, &link).then(|| same(&link))?
                }
            };
            Some(Found {
                label: provider.label,
                link,
                poster: provider.poster.map(|poster| filled(poster, &ids, url)),
                frame: rule.frame.map(|frame| filled(frame, &ids, url)),
            })
        },
    )
}

/// Returns true for the address of a player that [`find`] returns.
pub(in crate::render) fn is_known_frame(url: &Url) -> bool {
    url.scheme() == "https"
        && find(url).and_then(|found| found.frame).is_some_and(|frame| frame == url.as_str())
}

fn is_of(provider: &Provider, url: &Url) -> bool {
    let Some(host) = url.host_str().filter(|_| matches!(url.scheme(), "http" | "https")) else {
        return false;
    };
    let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host);
    url.port().is_none()
        && url.username().is_empty()
        && (provider.hosts.is_empty() && url.domain().is_some() || provider.hosts.contains(&host))
}

/// Returns an address with the scheme `https`.
fn same(url: &Url) -> String {
    url.as_str()
        .strip_prefix("http:")
        .map_or_else(|| url.to_string(), |rest| format!("https:{rest}"))
}

/// Returns the ids in an address, or `None` if it does not match the pattern. A final `**` matches
/// the rest of the path.
fn matched<'u>(pattern: &str, url: &'u Url) -> Option<Vec<Cow<'u, str>>> {
    let (path, query) = pattern.split_once('?').unwrap_or((pattern, ""));
    let mut ids = Vec::new();
    let mut parts = url.path().trim_end_matches('/').split('/');
    for wanted in path.trim_end_matches('/').split('/') {
        if wanted == "**" {
            parts = "".split('/');
            parts.next();
            break;
        }
        let part = parts.next()?;
        match wanted.strip_suffix('*') {
            Some(begin) => ids.push(part.strip_prefix(begin).filter(|id| is_id(id))?.into()),
            None if wanted == part => {}
            None => return None,
        }
    }
    if parts.next().is_some() {
        return None;
    }
    if let Some((wanted, _)) = query.split_once('=') {
        let (_, value) = url.query_pairs().find(|(name, _)| name == wanted)?;
        ids.push(is_id(&value).then_some(value)?);
    }
    Some(ids)
}

/// The longest id, in bytes.
const MAX_ID_BYTES: usize = 200;

fn is_id(id: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:@".contains(&byte);
    !id.is_empty() && id.len() <= MAX_ID_BYTES && !id.starts_with('.') && id.bytes().all(is_sign)
}

/// Returns an address with the ids in place of the `*`, and the host in place of the `~`.
fn filled(form: &str, ids: &[Cow<'_, str>], url: &Url) -> String {
    let mut filled = String::with_capacity(form.len() + 32);
    let mut ids = ids.iter();
    for char in form.chars() {
        match char {
            '*' => filled.push_str(ids.next().map_or("", |id| id)),
            '~' => filled.push_str(url.host_str().unwrap_or_default()),
            char => filled.push(char),
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(address: &str) -> Option<Found> {
        find(&Url::parse(address).expect("the address is valid"))
    }

    #[test]
    fn forms_have_the_ids_of_their_patterns() {
        let ids = |form: &str| form.matches('*').count();
        for (provider, rule) in
            PROVIDERS.iter().flat_map(|of| of.rules.iter().map(move |rule| (of, rule)))
        {
            if let To(link) = rule.link {
                assert_eq!(ids(link), ids(rule.pattern), "{}", rule.pattern);
                assert_eq!(link.contains('~'), provider.hosts.is_empty(), "{link}");
            }
            assert!(rule.frame.is_none_or(|frame| ids(frame) == ids(rule.pattern)));
            assert!(rule.frame.is_none() || !provider.hosts.is_empty(), "{}", rule.pattern);
            assert!(provider.poster.is_none_or(|poster| ids(poster) == 1));
        }
    }

    #[test]
    fn frames_of_the_table_are_known() {
        for frame in PROVIDERS.iter().flat_map(|of| of.rules).filter_map(|rule| rule.frame) {
            let url = Url::parse(&frame.replace('*', "x1")).expect("the address is valid");
            assert!(is_known_frame(&url), "{url}");
        }
        for unknown in [
            "http://player.vimeo.com/video/1",
            "https://player.vimeo.com/video/1?autoplay=1",
            "https://www.youtube.com/embed/x",
            "https://evil.example/videos/embed/x",
        ] {
            assert!(
                !is_known_frame(&Url::parse(unknown).expect("the address is valid")),
                "{unknown}"
            );
        }
    }

    #[test]
    fn hosts_are_whole() {
        for address in [
            "https://youtube.com.example/embed/x",
            "https://notyoutube.com/embed/x",
            "https://www.youtube.com:8080/embed/x",
            "https://user@www.youtube.com/embed/x",
            "ftp://www.youtube.com/embed/x",
            "https://10.0.0.1/videos/embed/x",
            "https://www.youtube.com/embed/",
            "https://www.youtube.com/embed/x/y",
            "https://www.youtube.com/embed/..%2fx",
            "https://www.google.com/search?q=maps",
        ] {
            assert_eq!(found(address), None, "{address}");
        }
        assert!(found("http://m.youtube.com/embed/x/").is_some());
        assert!(found("https://bandcamp.com/EmbeddedPlayer/album=1/size=large/").is_some());
    }
}
