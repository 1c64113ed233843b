import { countIn } from '#client/counts.ts'
import { closest, find, findAll, read, write } from '#client/hooks.ts'
import {
  actionsTemplate,
  commentCard,
  commentItem,
  deleteButton,
  editButton,
  likeButton,
  replyButton,
} from '#features/community/comments/hooks.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { shortCount, viewerFacts } from '#web/components/hooks.ts'

/**
 * Adds to each comment the actions that the viewer may use, from the template of the page. It must
 * run before comments of a fetched page are moved to this page, because the template of the fetched
 * page lists which of its comments the viewer likes.
 */
export function offerActions(page: Document): void {
  const template = find<HTMLTemplateElement>(actionsTemplate, page)
  if (!template) return
  const { uid } = read(viewerFacts, page.body)
  const { liked, editableSince, moderates } = read(actionsTemplate, template)
  for (const card of findAll(commentCard, page)) {
    const row = template.content.firstElementChild?.cloneNode(true)
    const item = closest(commentItem, card)
    if (!(row instanceof HTMLElement) || !item) continue
    const { id } = read(commentItem, item)
    const { author } = read(commentCard, card)
    const name = card.querySelector('.person')?.textContent ?? ''
    const written = card.querySelector('time')?.dateTime ?? ''
    const isOwn = author === uid
    showLikes(card, row, liked.includes(id))
    const reply = find(replyButton, row)
    // A function, because a name may contain the patterns of `replace`.
    if (reply)
      write(replyButton, reply, {
        label: read(replyButton, reply).label.replace('{name}', () => name),
      })
    if (!isOwn || Date.parse(written) < Date.parse(editableSince)) find(editButton, row)?.remove()
    if (!isOwn && !moderates) find(deleteButton, row)?.remove()
    const report = find(reportButton, row)
    if (isOwn) report?.remove()
    else if (report) write(reportButton, report, { id, name })
    card.append(row)
  }
}

/** The server has formatted the number. Viewers who cannot like the comment still see it. */
function showLikes(card: HTMLElement, row: HTMLElement, isLiked: boolean): void {
  const likes = card.querySelector<HTMLElement>('.comment-likes')
  const button = find(likeButton, row)
  const count = button && find(shortCount, button)
  if (likes && !button) row.prepend(likes)
  if (!button || !count) return
  button.setAttribute('aria-pressed', String(isLiked))
  if (!likes) return
  count.textContent = likes.textContent
  write(shortCount, count, { count: countIn(likes) })
  likes.remove()
}
