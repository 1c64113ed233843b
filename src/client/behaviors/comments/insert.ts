import { moveFocus } from '#client/attach.ts'
import { offerActions } from '#client/behaviors/comments/offer-actions.ts'
import type { SentComment } from '#client/behaviors/comments/sent-comment.ts'
import { toast } from '#client/behaviors/toast.ts'
import { countIn, showCount } from '#client/counts.ts'
import { bringShared } from '#client/elements.ts'
import { find, findAll, read } from '#client/hooks.ts'
import {
  commentItem,
  commentSection,
  commentsCount,
  noComments,
} from '#features/community/comments/hooks.ts'

/** Inserts a new comment into the list, as the server renders it. */
export async function showSent(
  section: HTMLElement,
  form: Element,
  sent: SentComment,
): Promise<void> {
  try {
    const item = await placed(section, sent)
    if (moveFocus(form, item, { preventScroll: true })) item.scrollIntoView({ block: 'nearest' })
    toast(read(commentSection, section).sent)
  } catch {
    // The comment has been sent, even if it cannot be shown.
    location.assign(`${addressOf(sent.post_id, sent.id)}#comment-${sent.id}`)
  }
}

export async function placed(
  section: HTMLElement,
  { id, post_id, root_id }: SentComment,
): Promise<HTMLElement> {
  const item = await fetchItem(addressOf(post_id, id), `comment-${id}`)
  const { order } = read(commentSection, section)
  if (root_id !== null) {
    const root = section.querySelector(`#comment-${root_id}`)
    // The first reply of a comment has no list on this page, so its list element is copied too.
    const list =
      root?.querySelector('.replies') ??
      (item.parentNode && root?.appendChild(item.parentNode.cloneNode()))
    list?.appendChild(item)
  } else section.querySelector('#comment-list')?.[order === 'old' ? 'append' : 'prepend'](item)
  if (!section.contains(item)) throw new Error('the list of the new comment is not on the page')
  item.classList.add('fresh')
  item.tabIndex = -1
  document.dispatchEvent(new Event('joule:added'))
  countComments(section, 1)
  return item
}

export const addressOf = (postId: number, id: number) => `/posts/${postId}/comments/${id}`

/** Updates the heading of the comments and every other count of them on the page. */
export function countComments(section: HTMLElement, change: number): void {
  for (const place of findAll(commentsCount)) showCount(place, countIn(place) + change)
  const empty = find(noComments, section)
  if (empty) empty.hidden = find(commentItem, section) !== null
}

export async function fetchItem(address: string, id: string): Promise<HTMLElement> {
  const response = await fetch(address)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const item = page.getElementById(id)
  if (!response.ok || !item) throw new Error(`${address} returned no comment`)
  bringShared(page)
  offerActions(page)
  return item
}
