/**
 * The page that an embedded frame shows, for a plain link: `youtube.com/embed/x` becomes
 * `youtube.com/watch?v=x`.
 */
export function pageOfEmbed(url: string): string {
  const address = URL.parse(url)
  if (address === null) return url
  const page = PAGES.get(address.hostname.replace(/^(?:www|m)\./, ''))?.(address) ?? null
  return page !== null && URL.canParse(page) ? page : url
}

/** Scripts that only load the frame of an embed whose content is elsewhere in the HTML. */
export function isEmbedLoader(url: string): boolean {
  return LOADERS.some((loader) => url.includes(loader))
}

/** The gist that a script shows; null for other scripts. */
export function gistOf(url: string): string | null {
  const address = URL.parse(url)
  if (address?.hostname !== 'gist.github.com') return null
  return `https://gist.github.com${address.pathname.replace(/\.js(?:on|p)?$/, '')}`
}

const LOADERS = (
  'platform.twitter.com/widgets.js platform.x.com/widgets.js instagram.com/embed.js tiktok.com/embed.js ' +
  'embed.redditmedia.com/widgets embed.reddit.com/widgets.js assets.pinterest.com/js/pinit.js connect.facebook.net/ ' +
  'static.codepen.io/assets/embed/ei.js cpwebassets.codepen.io/assets/embed/ei.js embed.bsky.app/static/embed.js ' +
  'cdn.embedly.com/widgets/platform.js public.flourish.studio/resources/embed.js'
).split(' ')

const after = (address: URL, prefix: string) =>
  address.pathname.startsWith(prefix)
    ? address.pathname.slice(prefix.length).split('/')[0] || null
    : null
const moved = (to: string, id: string | null) => (id === null ? null : to + id)
const parameter = (name: string) => (address: URL) => address.searchParams.get(name)

type PageOf = (address: URL) => string | null

const youtube: PageOf = (address) => {
  const id = after(address, '/embed/') ?? after(address, '/v/')
  const list = address.searchParams.get('list')
  if (id === 'videoseries' && list !== null) return `https://www.youtube.com/playlist?list=${list}`
  return moved('https://www.youtube.com/watch?v=', id)
}

/** By host, without `www` and `m`. */
const PAGES: ReadonlyMap<string, PageOf> = new Map<string, PageOf>([
  ['youtube.com', youtube],
  ['youtube-nocookie.com', youtube],
  ['player.vimeo.com', (address) => moved('https://vimeo.com/', after(address, '/video/'))],
  [
    'dailymotion.com',
    (address) => moved('https://www.dailymotion.com/video/', after(address, '/embed/video/')),
  ],
  [
    'player.bilibili.com',
    ({ searchParams }) => {
      const id = searchParams.get('bvid') ?? moved('av', searchParams.get('aid'))
      return moved('https://www.bilibili.com/video/', id)
    },
  ],
  [
    'platform.twitter.com',
    (address) => moved('https://twitter.com/i/status/', parameter('id')(address)),
  ],
  ['open.spotify.com', ({ href }) => href.replace('/embed/', '/').replace('/embed-podcast/', '/')],
  ['w.soundcloud.com', parameter('url')],
  ['cdn.embedly.com', (address) => parameter('url')(address) ?? parameter('src')(address)],
  [
    'facebook.com',
    (address) => (address.pathname.startsWith('/plugins/') ? parameter('href')(address) : null),
  ],
  [
    'codepen.io',
    ({ href }) => href.replace('/embed/preview/', '/pen/').replace('/embed/', '/pen/'),
  ],
  ['codesandbox.io', (address) => moved('https://codesandbox.io/s/', after(address, '/embed/'))],
  ['loom.com', (address) => moved('https://www.loom.com/share/', after(address, '/embed/'))],
  ['embed.ted.com', ({ pathname }) => `https://www.ted.com${pathname}`],
])
