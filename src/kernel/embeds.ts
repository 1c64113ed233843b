export interface Embed {
  /** Also the value of the attribute in a body. */
  provider: string
  /** The name of the service. */
  name: string
  /** The address of the frame; null for services that allow no frames. */
  frame: string | null
  shape: 'video' | 'code' | 'audio'
}

/**
 * The embed of a link, by its address alone: nothing is fetched. Identifiers are checked and written into fixed addresses, so a frame
 * is always on one of the hosts below.
 */
export function embedOf(link: string): Embed | null {
  const url = URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '') return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  for (const [provider, { name, hosts, shape, frame }] of Object.entries(SERVICES)) {
    if (!hosts.includes(host)) continue
    const found = frame(url, url.pathname.replace(/\/$/, ''))
    if (found !== null) return { provider, name, shape, frame: found || null }
  }
  return null
}

interface Service {
  name: string
  hosts: readonly string[]
  shape: Embed['shape']
  /** Null for other pages of the host, and an empty text for a card without a frame. */
  frame(url: URL, path: string): string | null
}

/** The frame of the first path that matches. `$1` is an identifier. */
const paths =
  (...rules: readonly (readonly [path: RegExp, frame: string])[]): Service['frame'] =>
  (_, path) => {
    const rule = rules.find(([pattern]) => pattern.test(path))
    return rule === undefined ? null : path.replace(...rule)
  }

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/$1'

const SERVICES: Readonly<Record<string, Service>> = {
  youtube: {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be'],
    shape: 'video',
    frame(url, path) {
      const id = path === '/watch' ? `/${url.searchParams.get('v') ?? ''}` : path
      return paths([/^\/(?:shorts|live|embed)\/([\w-]{11})$/, YOUTUBE], [/^\/([\w-]{11})$/, YOUTUBE])(url, id)
    },
  },
  bilibili: {
    name: 'Bilibili',
    hosts: ['bilibili.com'],
    shape: 'video',
    frame: paths([
      /^\/video\/(BV[0-9A-Za-z]{10})$/,
      'https://player.bilibili.com/player.html?isOutside=true&autoplay=0&bvid=$1',
    ]),
  },
  vimeo: {
    name: 'Vimeo',
    hosts: ['vimeo.com'],
    shape: 'video',
    frame: paths([/^\/(\d{1,12})$/, 'https://player.vimeo.com/video/$1?dnt=1']),
  },
  loom: {
    name: 'Loom',
    hosts: ['loom.com'],
    shape: 'video',
    frame: paths([/^\/share\/([0-9a-f]{32})$/, 'https://www.loom.com/embed/$1']),
  },
  codepen: {
    name: 'CodePen',
    hosts: ['codepen.io'],
    shape: 'code',
    frame: paths([/^\/([\w-]{1,60})\/pen\/([A-Za-z]{4,20})$/, 'https://codepen.io/$1/embed/$2?default-tab=result']),
  },
  stackblitz: {
    name: 'StackBlitz',
    hosts: ['stackblitz.com'],
    shape: 'code',
    frame: paths([/^\/edit\/([\w-]{1,80})$/, 'https://stackblitz.com/edit/$1?embed=1']),
  },
  jsfiddle: {
    name: 'JSFiddle',
    hosts: ['jsfiddle.net'],
    shape: 'code',
    frame: paths([/^\/((?:[\w-]{1,60}\/)?[\w-]{4,20}(?:\/\d{1,4})?)$/, 'https://jsfiddle.net/$1/embedded/']),
  },
  observable: {
    name: 'Observable',
    hosts: ['observablehq.com'],
    shape: 'code',
    frame: paths([/^\/(@[\w-]{1,60}\/[\w-]{1,120})$/, 'https://observablehq.com/embed/$1?cells=*']),
  },
  figma: {
    name: 'Figma',
    hosts: ['figma.com'],
    shape: 'code',
    frame: paths([
      /^\/(design|board|proto|slides)\/([0-9A-Za-z]{10,40})(?:\/[^/]*)?$/,
      'https://embed.figma.com/$1/$2?embed-host=share',
    ]),
  },
  spotify: {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    shape: 'audio',
    frame: paths([
      /^\/(?:intl-[a-z]{2}\/)?(track|album|playlist|episode|show|artist)\/([0-9A-Za-z]{22})$/,
      'https://open.spotify.com/embed/$1/$2',
    ]),
  },
  // GitHub allows no frames, so these are cards.
  gist: {
    name: 'GitHub Gist',
    hosts: ['gist.github.com'],
    shape: 'code',
    frame: paths([/^\/[\w-]{1,40}\/[0-9a-f]{20,40}$/, '']),
  },
  github: {
    name: 'GitHub',
    hosts: ['github.com'],
    shape: 'code',
    frame: paths([/^\/[\w-]{1,40}\/[\w.-]{1,100}\/blob\/[^?#]{1,500}$/, '']),
  },
}

export const EMBED_PROVIDERS = Object.keys(SERVICES)

/** For the Content-Security-Policy of pages with an embed: just the hosts of the frames. */
export const FRAME_HOSTS = [
  'www.youtube-nocookie.com',
  'player.bilibili.com',
  'player.vimeo.com',
  'www.loom.com',
  'codepen.io',
  'stackblitz.com',
  'jsfiddle.net',
  'observablehq.com',
  'embed.figma.com',
  'open.spotify.com',
]
