import { toast } from '#client/behaviors/toast.ts'
import { element } from '#client/elements.ts'
import { find, read } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewedPost } from '#features/community/views/hooks.ts'
import { copyLinkButton, copyMarkdownButton, shareButton, sideContents } from '#features/pages/reading/hooks.ts'
import { EMBED } from '#kernel/html/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'

/** A heading is current once it is in the upper part of the window. */
const REACHED = 0.3

/** Marks the current heading in the table of contents beside a post. */
export function contents(): void {
  const nav = find(sideContents)
  if (!nav) return
  const places = [...nav.querySelectorAll<HTMLAnchorElement>('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const reached = places.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight * REACHED)
    if (reached?.link === current) return
    current?.removeAttribute('aria-current')
    current = reached?.link
    current?.setAttribute('aria-current', 'location')
    if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
  }
  let isWaiting = false
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      mark()
    })
  }
  addEventListener('scroll', markSoon, { passive: true })
  markSoon()
}

/** Minimum time on the page before the end of the text counts as reached, even for short texts. */
const LOOKED_FOR = 5_000

/**
 * Reports a view when the page becomes visible and when the end of the post is reached, without cookies or data about
 * the reader.
 */
export function countView(): void {
  const post = find(viewedPost)
  if (!post) return
  const tell = (what: string) =>
    void fetch(`/api/posts/${read(viewedPost, post).id}/view?${what}`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {})
  const begin = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', begin, { once: true })
    tell(`from=${new URL(document.referrer || location.href).host}`)
    setTimeout(() => new IntersectionObserver(reachEnd).observe(post.nextElementSibling ?? post), LOOKED_FOR)
  }
  const reachEnd: IntersectionObserverCallback = ([end], observer) => {
    if (!end?.isIntersecting) return
    observer.disconnect()
    tell('end=1')
  }
  begin()
}

/**
 * Redirects a link to a comment that is not on the first page to the page that contains it; browsers do not send the
 * fragment to the server.
 */
export function linkedComment(): void {
  const follow = () => {
    const id = /^#comment-(\d+)$/.exec(location.hash)?.[1]
    const isHere = document.getElementById(`comment-${id}`) || location.search.includes(`comment=${id}`)
    if (id && !isHere && /^\/posts\/\d+$/.test(location.pathname)) location.replace(`?comment=${id}${location.hash}`)
  }
  follow()
  addEventListener('hashchange', follow)
}

/** The share buttons below a post use its canonical URL, without query parameters. */
export function shareButtons(): void {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const share = find(shareButton)
  if (share && 'share' in navigator) {
    share.hidden = false
    // Rejects when the reader cancels.
    share.addEventListener('click', () => navigator.share({ url, ...read(shareButton, share) }).catch(() => {}))
  }
  const copy = find(copyLinkButton)
  copy?.addEventListener('click', async () => {
    showCopied(await copyText(url), read(copyLinkButton, copy))
  })
  const markdown = find(copyMarkdownButton)
  markdown?.addEventListener('click', async () => {
    const { path, ...texts } = read(copyMarkdownButton, markdown)
    // A promise, because Safari refuses a copy that begins after a response.
    const copying = navigator.clipboard?.write([new ClipboardItem({ 'text/plain': fetchText(path) })])
    showCopied(
      await Promise.resolve(copying ?? Promise.reject()).then(
        () => true,
        () => false,
      ),
      texts,
    )
  })
}

function showCopied(isCopied: boolean, { copied, failed }: { copied: string; failed: string }): void {
  if (isCopied) toast(copied)
  else toast(failed, 'danger')
}

async function fetchText(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${response.status}`)
  return new Blob([await response.text()], { type: 'text/plain' })
}

const texts = bilingual({
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  failed: ['复制失败', 'Copy failed'],
})

const SAID_FOR = 2000

/** Adds a copy button to every code block. The server does not render it, because it needs JavaScript. */
export function copyCode(): void {
  const text = texts[pageLanguage()]
  for (const frame of document.querySelectorAll('.code')) {
    const button = element('button', { type: 'button', className: 'code-copy' }, text.copy)
    button.addEventListener('click', async () => {
      const copied = await copyText(frame.querySelector('pre')?.textContent?.replace(/\n$/, '') ?? '')
      button.textContent = copied ? text.copied : text.failed
      setTimeout(() => {
        button.textContent = text.copy
      }, SAID_FOR)
    })
    frame.append(button)
  }
}

/** False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

/** The Clipboard API exists only on HTTPS pages. */
function copyTheOldWay(text: string): boolean {
  const field = element('textarea', { value: text, className: 'visually-hidden' })
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}

/** Loads the frame of an embed after a press; until then nothing of another site is loaded. */
export function embeds(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest(`[${EMBED.frame}]`)
    if (!button) return
    const frame = element('iframe', {
      src: button.getAttribute(EMBED.frame) ?? '',
      title: button.parentElement?.textContent ?? '',
      referrerPolicy: 'strict-origin',
      loading: 'lazy',
      allowFullscreen: true,
    })
    frame.sandbox.add('allow-scripts', 'allow-same-origin')
    button.replaceWith(frame)
    frame.focus()
  })
}
