import { moveFocus } from '#client/attach.ts'
import { bringShared } from '#client/elements.ts'

/** Adds the items of the next page to a list, and replaces the pager of the list. */
export async function appendItems(address: string, list: Element, pager: Element): Promise<void> {
  const response = await fetch(address)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const more = next.getElementById(list.id)
  if (!response.ok || response.redirected || !more) throw new Error(`${address} returned no list`)
  document.dispatchEvent(new CustomEvent('joule:fetched', { detail: next }))
  // An item may already be on the page, such as a comment that was just written.
  const items = [...more.children].filter(({ id }) => id === '' || !document.getElementById(id))
  bringShared(next)
  list.append(...items)
  const nextPager = more.nextElementSibling
  if (nextPager?.matches('.pager')) pager.replaceWith(nextPager)
  else pager.remove()
  document.dispatchEvent(new Event('joule:added'))
  moveFocus(null, items[0]?.querySelector<HTMLElement>('a, button'))
}

declare global {
  interface DocumentEventMap {
    /** Fired before parts of a fetched page are added to this one. */
    'joule:fetched': CustomEvent<Document>
    /** Fired after content was added to this page. */
    'joule:added': Event
  }
}
