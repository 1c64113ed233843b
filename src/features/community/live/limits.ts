/** Open sockets of one person to one object: one for each tab. The one open for longest makes room. */
export const SOCKETS_MAX = 10
/** Sockets that one person may open in a minute. */
export const ENTRANCES_MAX = 60
/** Readers of one post that are told of new comments; Cloudflare takes 32,768 sockets an object. */
export const READERS_MAX = 5_000
