/** The page that an embedded frame shows, for a plain link: `youtube.com/embed/x` becomes `youtube.com/watch?v=x`. */
export function pageOfEmbed(url: string): string {
  const address = URL.parse(url)
  if (address === null) return url
  const host = address.hostname.replace(/^(?:www|m)\./, '')
  for (const { hosts, page } of SERVICES) {
    if (!hosts.includes(host)) continue
    const found = page(address)
    if (found !== null && URL.canParse(found)) return found
  }
  return url
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

const LOADERS = [
  'platform.twitter.com/widgets.js',
  'platform.x.com/widgets.js',
  'instagram.com/embed.js',
  'tiktok.com/embed.js',
  'embed.redditmedia.com/widgets',
  'embed.reddit.com/widgets.js',
  'assets.pinterest.com/js/pinit.js',
  'connect.facebook.net/',
  'static.codepen.io/assets/embed/ei.js',
  'cpwebassets.codepen.io/assets/embed/ei.js',
  'embed.bsky.app/static/embed.js',
  'cdn.embedly.com/widgets/platform.js',
  'public.flourish.studio/resources/embed.js',
]

interface Service {
  hosts: readonly string[]
  page(address: URL): string | null
}

const after = (address: URL, prefix: string) =>
  address.pathname.startsWith(prefix) ? address.pathname.slice(prefix.length).split('/')[0] || null : null
const moved = (to: string, id: string | null) => (id === null ? null : to + id)
const parameter = (name: string) => (address: URL) => address.searchParams.get(name)

const SERVICES: readonly Service[] = [
  {
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    page: (address) => {
      const id = after(address, '/embed/') ?? after(address, '/v/')
      const list = address.searchParams.get('list')
      if (id === 'videoseries' && list !== null) return `https://www.youtube.com/playlist?list=${list}`
      return moved('https://www.youtube.com/watch?v=', id)
    },
  },
  { hosts: ['player.vimeo.com'], page: (address) => moved('https://vimeo.com/', after(address, '/video/')) },
  {
    hosts: ['dailymotion.com'],
    page: (address) => moved('https://www.dailymotion.com/video/', after(address, '/embed/video/')),
  },
  {
    hosts: ['player.bilibili.com'],
    page: ({ searchParams }) => {
      const id = searchParams.get('bvid') ?? moved('av', searchParams.get('aid'))
      return moved('https://www.bilibili.com/video/', id)
    },
  },
  {
    hosts: ['platform.twitter.com'],
    page: ({ searchParams }) => moved('https://twitter.com/i/status/', searchParams.get('id')),
  },
  {
    hosts: ['open.spotify.com'],
    page: (address) => address.href.replace('/embed/', '/').replace('/embed-podcast/', '/'),
  },
  { hosts: ['w.soundcloud.com'], page: parameter('url') },
  { hosts: ['cdn.embedly.com'], page: (address) => parameter('url')(address) ?? parameter('src')(address) },
  {
    hosts: ['facebook.com'],
    page: (address) => (address.pathname.startsWith('/plugins/') ? parameter('href')(address) : null),
  },
  {
    hosts: ['codepen.io'],
    page: (address) => address.href.replace('/embed/preview/', '/pen/').replace('/embed/', '/pen/'),
  },
  { hosts: ['codesandbox.io'], page: (address) => moved('https://codesandbox.io/s/', after(address, '/embed/')) },
  { hosts: ['loom.com'], page: (address) => moved('https://www.loom.com/share/', after(address, '/embed/')) },
  { hosts: ['embed.ted.com'], page: (address) => `https://www.ted.com${address.pathname}` },
]
