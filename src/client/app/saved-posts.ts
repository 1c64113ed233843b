import { OWNER, SAVED } from '#client/app/user-data.ts'
import { toast } from '#client/behaviors/toast.ts'
import { read } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { pageLanguage } from '#client/text.ts'
import { appOwner } from '#features/core/shell/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'
import { MEDIUM_WIDTH } from '#kernel/image-widths.ts'
import { megabytes } from '#kernel/sizes.ts'

const POSTS_MAX = 50
/** The bytes of all saved posts together. The oldest posts are removed for a new one. */
const BYTES_MAX = 20 * 1024 * 1024

const texts = bilingual({
  saved: [
    (count: number) => `已保存，可以离线阅读（${count} / ${POSTS_MAX}）。`,
    (count: number) => `Saved for offline reading (${count} of ${POSTS_MAX}).`,
  ],
  removed: ['已移除离线副本。', 'Removed from offline reading.'],
  tooLarge: [
    `文章和图片超过了 ${megabytes(BYTES_MAX)}。`,
    `The post and its images are larger than ${megabytes(BYTES_MAX)}.`,
  ],
  failed: ['保存失败，请稍后再试。', 'The post could not be saved. Please try again.'],
})

export async function toggleSaved(button: HTMLElement): Promise<void> {
  const text = texts[pageLanguage()]
  const name = SAVED + location.pathname
  if (await caches.delete(name)) {
    button.ariaPressed = 'false'
    toast(text.removed)
    return
  }
  try {
    const files = await copyOf(location.pathname)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes > BYTES_MAX) return void toast(text.tooLarge, 'danger')
    // Without a stored owner, another user of this browser would see the saved posts.
    if (!inBrowser.write(OWNER, read(appOwner, document.body).owner ?? ''))
      throw new Error('no storage')
    const others = await makeRoom(bytes)
    const cache = await caches.open(name)
    for (const { path, response } of files) {
      if (path === location.pathname) response.headers.set('Joule-Bytes', String(bytes))
      await cache.put(path, response)
    }
    button.ariaPressed = 'true'
    toast(text.saved(others + 1))
  } catch {
    await caches.delete(name)
    toast(text.failed, 'danger')
  }
}

/** Removes the oldest posts. Returns how many stay. */
async function makeRoom(bytes: number): Promise<number> {
  const names = (await caches.keys()).filter((name) => name.startsWith(SAVED))
  const saved = await Promise.all(
    names.map(async (name) => {
      const headers = (await (await caches.open(name)).match(name.slice(SAVED.length)))?.headers
      return {
        name,
        at: headers?.get('Joule-Saved') ?? '',
        bytes: Number(headers?.get('Joule-Bytes') ?? BYTES_MAX),
      }
    }),
  )
  saved.sort((a, b) => (a.at < b.at ? 1 : -1))
  let total = bytes
  const [kept, removed] = [[] as typeof saved, [] as typeof saved]
  for (const one of saved) {
    total += one.bytes
    ;(kept.length < POSTS_MAX - 1 && total <= BYTES_MAX ? kept : removed).push(one)
  }
  await Promise.all(removed.map(({ name }) => caches.delete(name)))
  return kept.length
}

interface StoredFile {
  path: string
  /** In bytes. */
  size: number
  response: Response
}

/**
 * The page as visitors see it, so that nothing private is stored, with the files of this site that
 * it shows.
 */
async function copyOf(path: string): Promise<StoredFile[]> {
  const response = await load(path)
  // The page of a visitor would look like a logout, because its owner is empty
  // (client/behaviors/app.ts).
  const html = (await response.text()).replace(` ${appOwner.mark}=""`, '')
  const blob = new Blob([html])
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Joule-Saved': new Date().toISOString(),
    'Joule-Title': encodeURIComponent(/"og:title" content="([^"]*)/.exec(html)?.[1] ?? path),
  }
  const shown = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => new URL(address, location.href),
  )
  const files = new Map(shown.filter(isFile).map(({ pathname, search }) => [pathname, search]))
  const rest = [...files].map(async ([file, query]) => {
    const isImage = file.startsWith('/images/')
    const response = await load(file + (isImage ? query || `?w=${MEDIUM_WIDTH}` : ''))
    return { path: file, size: (await response.clone().blob()).size, response }
  })
  return [
    { path, size: blob.size, response: new Response(blob, { headers }) },
    ...(await Promise.all(rest)),
  ]
}

function isFile({ origin, pathname }: URL): boolean {
  return origin === location.origin && /^\/(?:build|images)\//.test(pathname)
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path, {
    credentials: 'omit',
    headers: { 'Accept-Language': pageLanguage() },
  })
  if (!response.ok) throw new Error(`${response.status} for ${path}`)
  return response
}
