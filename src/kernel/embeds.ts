export interface Embed {
  /** The name of the service, also in a stored body: the value of the hook EMBED. */
  provider: string
  name: string
  /** The address of the frame; null for services that allow no frames. */
  frame: string | null
  shape: 'video' | 'code' | 'audio'
}

/**
 * The embed that a link leads to, or null. Only the address decides: nothing is fetched. The
 * identifiers in it are checked, so a frame is always on one of the hosts below.
 */
export function embedOf(link: string): Embed | null {
  const url = URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '')
    return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const video =
    host === 'youtube.com' && url.pathname === '/watch'
      ? `/${url.searchParams.get('v') ?? ''}`
      : null
  const page = video ?? url.pathname.replace(/\/$/, '')
  const found = Object.entries(SERVICES).find(
    ([, { hosts, path }]) => hosts.includes(host) && path.test(page),
  )
  if (found === undefined) return null
  const [provider, { name, shape, path, frame }] = found
  return { provider, name, shape, frame: frame && page.replace(path, frame) }
}

interface Service extends Pick<Embed, 'name' | 'shape' | 'frame'> {
  hosts: readonly string[]
  /** The paths of links to an embed. Its groups are the identifiers in `frame`. */
  path: RegExp
}

const SERVICES: Readonly<Record<string, Service>> = {
  youtube: {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be'],
    shape: 'video',
    path: /^\/(?:(?:shorts|live|embed)\/)?([\w-]{11})$/,
    frame: 'https://www.youtube-nocookie.com/embed/$1',
  },
  bilibili: {
    name: 'Bilibili',
    hosts: ['bilibili.com'],
    shape: 'video',
    path: /^\/video\/(BV[0-9A-Za-z]{10})$/,
    frame: 'https://player.bilibili.com/player.html?isOutside=true&autoplay=0&bvid=$1',
  },
  vimeo: {
    name: 'Vimeo',
    hosts: ['vimeo.com'],
    shape: 'video',
    path: /^\/(\d{1,12})$/,
    frame: 'https://player.vimeo.com/video/$1?dnt=1',
  },
  loom: {
    name: 'Loom',
    hosts: ['loom.com'],
    shape: 'video',
    path: /^\/share\/([0-9a-f]{32})$/,
    frame: 'https://www.loom.com/embed/$1',
  },
  codepen: {
    name: 'CodePen',
    hosts: ['codepen.io'],
    shape: 'code',
    path: /^\/([\w-]{1,60})\/(?:pen|full|details)\/([A-Za-z]{4,20})$/,
    frame: 'https://codepen.io/$1/embed/$2?default-tab=result',
  },
  stackblitz: {
    name: 'StackBlitz',
    hosts: ['stackblitz.com'],
    shape: 'code',
    path: /^\/edit\/([\w-]{1,80})$/,
    frame: 'https://stackblitz.com/edit/$1?embed=1',
  },
  jsfiddle: {
    name: 'JSFiddle',
    hosts: ['jsfiddle.net'],
    shape: 'code',
    path: /^\/((?:[\w-]{1,60}\/)?[\w-]{4,20}(?:\/\d{1,4})?)$/,
    frame: 'https://jsfiddle.net/$1/embedded/',
  },
  observable: {
    name: 'Observable',
    hosts: ['observablehq.com'],
    shape: 'code',
    path: /^\/(@[\w-]{1,60}\/[\w-]{1,120})$/,
    frame: 'https://observablehq.com/embed/$1?cells=*',
  },
  figma: {
    name: 'Figma',
    hosts: ['figma.com'],
    shape: 'code',
    path: /^\/(design|file|board|proto|slides|deck)\/([0-9A-Za-z]{10,128})(?:\/[^/]*)?$/,
    frame: 'https://embed.figma.com/$1/$2?embed-host=share',
  },
  spotify: {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    shape: 'audio',
    path: /^\/(?:intl-[a-z]{2}\/)?(track|album|playlist|episode|show|artist)\/([0-9A-Za-z]{22})$/,
    frame: 'https://open.spotify.com/embed/$1/$2',
  },
  // GitHub allows no frames, so these are cards.
  gist: {
    name: 'GitHub Gist',
    hosts: ['gist.github.com'],
    shape: 'code',
    path: /^\/[\w-]{1,40}\/(?:[0-9a-f]{20,40}|\d{1,8})$/,
    frame: null,
  },
  github: {
    name: 'GitHub',
    hosts: ['github.com'],
    shape: 'code',
    path: /^\/[\w-]{1,40}\/[\w.-]{1,100}\/blob\/[^?#]{1,500}$/,
    frame: null,
  },
}

/** The hosts of the frames, for the Content-Security-Policy of pages with an embed. */
export const FRAME_HOSTS = Object.values(SERVICES).flatMap(
  ({ frame }) => frame?.split('/')[2] ?? [],
)
