import { moveFocus } from '#client/attach.ts'
import { refresh } from '#client/behaviors/relative-times.ts'

/** "Load more" appends to a list that has an id, instead of opening the next page. */
export function loadMore(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('.pager a[rel=next]')
        : null
    const pager = link?.closest('.pager')
    const list = pager?.previousElementSibling
    if (!link || !pager || !list?.id || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.ariaBusy === 'true') return
    link.ariaBusy = 'true'
    // On any error the browser follows the link.
    append(link.href, list, pager).catch(() => location.assign(link.href))
  })
}

async function append(address: string, list: Element, pager: Element): Promise<void> {
  const response = await fetch(address)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const more = next.getElementById(list.id)
  if (!response.ok || response.redirected || !more) throw new Error(`${address} returned no list`)
  document.dispatchEvent(new CustomEvent('joule:fetched', { detail: next }))
  // An item may already be on the page, such as a comment that was just written.
  const items = [...more.children].filter(({ id }) => id === '' || !document.getElementById(id))
  bringIcons(next)
  list.append(...items)
  const nextPager = more.nextElementSibling
  if (nextPager?.matches('.pager')) pager.replaceWith(nextPager)
  else pager.remove()
  refresh()
  moveFocus(null, items[0]?.querySelector<HTMLElement>('a, button'))
}

declare global {
  interface DocumentEventMap {
    /** Fired before parts of a fetched page are added to this one. */
    'joule:fetched': CustomEvent<Document>
  }
}

/**
 * A page contains only the icons it uses; content copied from another page needs the missing ones.
 */
export function bringIcons(from: Document): void {
  const here = document.getElementById('icons')
  for (const drawing of from.querySelectorAll('#icons symbol')) {
    if (!document.getElementById(drawing.id)) here?.append(drawing)
  }
}
