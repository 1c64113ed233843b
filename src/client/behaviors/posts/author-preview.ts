import { element } from '#client/elements.ts'

const PARTS = '.avatar, h1, .space-words > p:first-of-type, .space-figures'
/** The parts of the author pages that were shown, by address. */
const loaded = new Map<string, Promise<Node[]>>()

/** Shows the profile of an author beside a link to it, from the page of the author. */
export async function previewAuthor(link: HTMLAnchorElement): Promise<void> {
  const parts = await (loaded.get(link.pathname) ?? load(link.pathname))
  if (parts.length === 0 || !link.matches(':hover, :focus')) return
  document.querySelector('.author-preview')?.remove()
  const preview = element('div', { className: 'card author-preview', popover: 'manual' })
  preview.append(...parts.map((part) => part.cloneNode(true)))
  document.body.append(preview)
  preview.showPopover()
  const { left, top, bottom } = link.getBoundingClientRect()
  const { width, height } = preview.getBoundingClientRect()
  const above = bottom + height > innerHeight
  preview.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  preview.style.top = `${above ? top - height - 8 : bottom + 8}px`
  const shown = new AbortController()
  const close = () => {
    preview.remove()
    shown.abort()
  }
  const { signal } = shown
  link.addEventListener('pointerleave', close, { signal })
  link.addEventListener('blur', close, { signal })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
  addEventListener('scroll', close, { signal, passive: true })
}

function load(path: string): Promise<Node[]> {
  const request = fetch(path, { headers: { accept: 'text/html' } })
    .then(async (response) => {
      const page = new DOMParser().parseFromString(
        response.ok ? await response.text() : '',
        'text/html',
      )
      const head = page.querySelector('.space-head')
      return [...(head?.querySelectorAll(PARTS) ?? [])].map(asPlainText)
    })
    .catch(() => [])
  loaded.set(path, request)
  return request
}

/**
 * A heading and links of the author page make no sense beside the link, so they become plain text.
 * Badges and figures stay apart.
 */
function asPlainText(part: Element): Node {
  if (part.matches('.avatar')) return document.importNode(part, true)
  const texts = [...part.childNodes].map((node) => {
    const className = node instanceof Element ? node.className : ''
    return element('span', { className, dir: 'auto' }, node.textContent ?? '')
  })
  return element(part.matches('h1') ? 'strong' : 'p', { className: part.className }, ...texts)
}
