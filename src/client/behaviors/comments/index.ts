import { isRecord } from '#client/api-error.ts'
import { composer } from '#client/behaviors/comments/composer.ts'
import { takeInterrupted } from '#client/behaviors/comments/drafts.ts'
import { whenTouched } from '#client/behaviors/on-demand.ts'
import { countIn } from '#client/counts.ts'
import { closest, find, findAll, read, write } from '#client/hooks.ts'
import {
  actionsTemplate,
  commentCard,
  commentItem,
  commentSection,
  composerForm,
  deleteButton,
  editButton,
  likeButton,
  replyButton,
  replyTemplate,
} from '#features/community/comments/hooks.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { pendingControl, shortCount, viewerFacts } from '#web/components/hooks.ts'

export function comments(): void {
  const section = find(commentSection)
  if (!section) return
  offerActions(document)
  document.addEventListener('joule:fetched', ({ detail }) => offerActions(detail))
  const form = find<HTMLFormElement>(composerForm, section)
  const copy = copyOf(
    form ?? find<HTMLTemplateElement>(replyTemplate, section)?.content.querySelector('form'),
  )
  if (form) composer(form)
  whenTouched(section, async () =>
    (await import('#client/behaviors/comments/forms.ts')).commentActions(section, copy),
  )
  const path = takeInterrupted()
  if (path !== null)
    void import('#client/behaviors/comments/forms.ts').then(({ resumeDraft }) =>
      resumeDraft(section, path),
    )
  section.addEventListener('joule:sent', ({ target, detail }) => {
    if (!isComment(detail)) return
    const shown = import('#client/behaviors/comments/insert.ts').then((module) =>
      module.showSent(section, target, detail),
    )
    // The comment is sent, even if showing it failed.
    shown.catch(() => location.reload())
  })
}

/** A copy of the form for replies, without what was entered or pressed before this script ran. */
function copyOf(form: HTMLFormElement | null | undefined): HTMLFormElement | null {
  const copy = form?.cloneNode(true)
  if (!(copy instanceof HTMLFormElement)) return null
  copy.reset()
  for (const control of findAll(pendingControl, copy))
    for (const name of ['aria-busy', pendingControl.mark]) control.removeAttribute(name)
  return copy
}

export interface SentComment {
  id: number
  post_id: number
  root_id: number | null
}

export function isComment(answer: unknown): answer is SentComment {
  return isRecord(answer) && typeof answer.id === 'number' && typeof answer.post_id === 'number'
}

/**
 * Adds the actions that the viewer may use. Before comments of a fetched page are moved, as its
 * template has their likes.
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

/** The server has formatted the number. Viewers who cannot like still see it. */
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
