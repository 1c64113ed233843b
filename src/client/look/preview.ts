import type { Draft } from '#client/look/draft.ts'
import { DEFAULT_ACCENT } from '#kernel/look/accent.ts'
import { rootAttributes } from '#kernel/look/theme.ts'
import { chosenTheme } from '#web/components/hooks.ts'

export type Scheme = 'light' | 'dark'

export interface Preview {
  /** Loads a page of the site as a visitor sees it. */
  load(page: 'home' | 'post'): Promise<void>
  show(draft: Draft, scheme: Scheme): void
}

/**
 * Shows pages of the site in a frame, with a look that is not saved. The page is requested without
 * cookies and runs no script, and the look is only in the memory of this page: it reaches neither
 * the server nor another session.
 */
export function previewIn(frame: HTMLIFrameElement, shown: () => void): Preview {
  let newest = 0
  frame.addEventListener('load', shown)
  return {
    async load(page) {
      const turn = ++newest
      const html = await pageToShow(page)
      if (turn === newest && html !== null) frame.srcdoc = html
    },
    show(draft, scheme) {
      const shownPage = frame.contentDocument
      if (shownPage) apply(shownPage, draft, scheme)
    },
  }
}

async function pageToShow(page: 'home' | 'post'): Promise<string | null> {
  const home = await pageAt('/')
  if (page === 'home') return asSource(home)
  const post = home.querySelector<HTMLAnchorElement>('.post-list a[href^="/posts/"]')
  return asSource(post ? await pageAt(post.getAttribute('href') ?? '/') : home)
}

async function pageAt(path: string): Promise<Document> {
  const address = `${path}?lang=${document.documentElement.lang}`
  const response = await fetch(address, { credentials: 'omit' })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Without the saved style sheet, and without what is only for browsers without scripts. */
function asSource(page: Document): string {
  for (const part of page.querySelectorAll('script, noscript, link[href^="/look/"]')) part.remove()
  // The frame is shown before its images are loaded.
  for (const image of page.querySelectorAll('img')) image.loading = 'lazy'
  // Nothing in the frame can be pressed, but it scrolls.
  page.body.inert = true
  return `<!doctype html>${page.documentElement.outerHTML}`
}

function apply(page: Document, { accent, theme, css, logos }: Draft, scheme: Scheme): void {
  const root = page.documentElement
  root.setAttribute('style', rootAttributes(accent, theme).style)
  root.setAttribute(chosenTheme.mark, scheme)
  page.querySelector('.brand .logo rect')?.setAttribute('fill', accent ?? DEFAULT_ACCENT)
  const view = page.defaultView
  if (!view) return
  const { CSSStyleSheet: Sheet } = view as Window & typeof globalThis
  const sheet = new Sheet()
  // The Content-Security-Policy forbids style elements, but not style sheets of a script.
  sheet.replaceSync(css)
  const shown = new Sheet()
  // Without scripts, the page would hide its controls for scripts.
  shown.replaceSync('.needs-script{display:revert-layer}')
  page.adoptedStyleSheets = [shown, sheet]
  showLogos(page, logos, scheme)
}

/** The logos of an imported file, in place of those of the site. */
function showLogos(page: Document, logos: Draft['logos'], scheme: Scheme): void {
  const brand = page.querySelector('.brand')
  const source = (scheme === 'dark' && logos?.dark) || logos?.wide || logos?.square
  if (!brand || !source) return
  const image = page.createElement('img')
  Object.assign(image, { src: source, alt: '', className: 'bar-logo' })
  const name = page.createElement('span')
  Object.assign(name, { className: 'brand-name', textContent: brand.textContent })
  brand.replaceChildren(image, ...(logos?.wide ? [] : [name]))
}
