import { recordUntilLoaded } from '#client/attach.ts'
import { toast } from '#client/behaviors/toast.ts'
import { copyText } from '#client/copy-text.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { HISTORY, isUnfinished, readHistory } from '#client/reading-history.ts'
import { inBrowser } from '#client/storage.ts'
import { pageLanguage } from '#client/text.ts'
import { viewedPost } from '#features/community/views/hooks.ts'
import {
  continueReading,
  copyLinkButton,
  copyMarkdownButton,
  shareButton,
  sideContents,
  textSizeButton,
} from '#features/pages/reading/hooks.ts'
import { EMBED } from '#kernel/html/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'
import { chosenTextSize } from '#web/components/hooks.ts'

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
    const reached = places.findLast(
      ({ heading }) => heading.getBoundingClientRect().top < innerHeight * REACHED,
    )
    if (reached?.link === current) return
    current?.removeAttribute('aria-current')
    current = reached?.link
    current?.setAttribute('aria-current', 'location')
    if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
  }
  // Browsers send one event per frame.
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** The milliseconds on the page before the end of the text can be reached, also for short texts. */
const LOOKED_FOR = 5_000

/**
 * Reports a view when the page of a post becomes visible, and again when the end of the post is
 * reached. Other pages report a visit if the reader comes from outside the site. The reports have
 * no cookies and no data about the reader.
 */
export function countView(): void {
  const post = find(viewedPost)
  const from = document.referrer && new URL(document.referrer).host
  if (!post && from === location.host) return
  const { id } = post ? read(viewedPost, post) : { id: 0 }
  const tell = (what: string) =>
    void fetch(`/api/${post ? `posts/${id}/view` : 'visits'}?${what}`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {})
  const begin = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', begin, { once: true })
    tell(`from=${from}`)
    if (!post) return
    setTimeout(() => {
      new IntersectionObserver(reachEnd).observe(post.nextElementSibling ?? post)
      keep(post)
    }, LOOKED_FOR)
    // If the reader has stopped in this post before, the place is offered at once.
    if (inBrowser.read(HISTORY)?.includes(`[${id},`)) keep(post)
  }
  let isKept = false
  const keep = (text: HTMLElement) => {
    if (!isKept)
      void import('#client/behaviors/posts/keep-place.ts').then(({ keepPlace }) =>
        keepPlace(text, id, tell),
      )
    isKept = true
  }
  const reachEnd: IntersectionObserverCallback = ([end], observer) => {
    if (!end?.isIntersecting) return
    observer.disconnect()
    tell('end=1')
  }
  begin()
}

/**
 * Opens the page of the list that contains the comment of a link, if it is not the first one. Only
 * the browser can do that, because it does not send the fragment to the server.
 */
export function linkedComment(): void {
  const follow = () => {
    const id = /^#comment-(\d+)$/.exec(location.hash)?.[1]
    const isHere =
      document.getElementById(`comment-${id}`) || location.search.includes(`comment=${id}`)
    if (id && !isHere && /^\/posts\/\d+$/.test(location.pathname))
      location.replace(`?comment=${id}${location.hash}`)
  }
  follow()
  addEventListener('hashchange', follow)
}

/** The share buttons below a post use its canonical URL, without query parameters. */
export function shareButtons(): void {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  for (const share of 'share' in navigator ? findAll(shareButton) : []) {
    share.hidden = false
    // Rejects when the reader cancels.
    share.addEventListener('click', () =>
      navigator.share({ url, ...read(shareButton, share) }).catch(() => {}),
    )
  }
  const copy = find(copyLinkButton)
  const copyUrl = async (address: string) => {
    if (copy) showCopied(await copyText(address), read(copyLinkButton, copy))
  }
  copy?.addEventListener('click', () => copyUrl(url))
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('.heading-link')
    if (link) void copyUrl(new URL(link.hash, url).href)
  })
  const markdown = find(copyMarkdownButton)
  markdown?.addEventListener('click', async () => {
    const { path, ...texts } = read(copyMarkdownButton, markdown)
    // A promise, because Safari refuses a copy that begins after a response.
    const copying = navigator.clipboard?.write([
      new ClipboardItem({ 'text/plain': fetchText(path) }),
    ])
    showCopied(
      await Promise.resolve(copying ?? Promise.reject()).then(
        () => true,
        () => false,
      ),
      texts,
    )
  })
}

/** Images of a post open in a dialog, unless they are links. */
export function zoomImages(): void {
  const all = [...document.querySelectorAll<HTMLImageElement>('.prose img:not(a img)')]
  const { enlarge } = texts[pageLanguage()]
  for (const image of all) {
    const open = () =>
      void import('#client/behaviors/posts/zoom.ts').then(({ zoom }) => zoom(image, all))
    image.tabIndex = 0
    image.role = 'button'
    image.ariaLabel = enlarge(image.alt)
    image.addEventListener('click', open)
    image.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      open()
    })
  }
}

/** The latest unfinished post, on the home page. */
export function unfinishedPost(): void {
  const part = find(continueReading)
  const link = part?.querySelector('a')
  const entry = part && readHistory().find(isUnfinished)
  if (!link || !entry) return
  link.href = `/posts/${entry[0]}`
  link.textContent = entry[1]
  part.hidden = false
}

/** Short movements over a link show nothing. */
const RESTED_FOR = 500

/** The profile of an author, while the mouse or the focus is on a link to it. */
export function authorPreviews(): void {
  let timer = 0
  const soon = (event: Event) => {
    clearTimeout(timer)
    const { target } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('main a, .side a')
    if (!link || !/^\/space\/\d+$/.test(link.pathname) || link.search) return
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') return
    timer = setTimeout(
      () =>
        void import('#client/behaviors/posts/author-preview.ts').then((module) =>
          module.previewAuthor(link),
        ),
      RESTED_FOR,
    )
  }
  document.addEventListener('pointerover', soon)
  document.addEventListener('focusin', soon)
}

const TEXT_SIZES = ['', 'large', 'larger']

/** client/first/reading.ts applies the size to later pages. */
export function textSize(): void {
  const control = find(textSizeButton)
  control?.addEventListener('click', () => {
    const root = document.documentElement
    const at = TEXT_SIZES.indexOf(root.getAttribute(chosenTextSize.mark) ?? '')
    const size = TEXT_SIZES[(at + 1) % TEXT_SIZES.length] ?? ''
    root.setAttribute(chosenTextSize.mark, size)
    inBrowser.write('text-size', size)
  })
}

export function showCopied(
  isCopied: boolean,
  { copied, failed }: { copied: string; failed: string },
): void {
  if (isCopied) toast(copied)
  else toast(failed, 'danger')
}

async function fetchText(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${response.status}`)
  return new Blob([await response.text()], { type: 'text/plain' })
}

const texts = bilingual({
  enlarge: [(alt: string) => `放大图片：${alt}`, (alt: string) => `Enlarge image: ${alt}`],
})

/** Loads the behaviour of code blocks with the first one, also if it is added to the page later. */
export function codeBlocks(): void {
  const show = () => {
    if (document.querySelector('.code'))
      void import('#client/behaviors/posts/code-blocks.ts').then(({ showCode }) => showCode())
  }
  show()
  document.addEventListener('joule:added', show)
}

/** Loads the frame of an embed after a press. Until then nothing of another site is loaded. */
export function embeds(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest(`[${EMBED.frame}]`)
    if (!button) return
    recordUntilLoaded(
      button,
      import('#client/behaviors/posts/embed-frame.ts').then(({ showFrame }) => showFrame(button)),
    )
  })
}
