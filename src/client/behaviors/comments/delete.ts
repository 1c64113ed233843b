import { moveFocus } from '#client/attach.ts'
import { countComments } from '#client/behaviors/comments/insert.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { closest, find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { commentItem, commentSection, deleteButton, deletedPlaceholder } from '#features/community/comments/hooks.ts'

export function deletion(section: HTMLElement): void {
  section.addEventListener('click', ({ target }) => {
    const button = closest(deleteButton, target)
    const item = closest(commentItem, button)
    if (button && item && button.ariaBusy !== 'true') void ask(section, item, button)
  })
}

async function ask(section: HTMLElement, item: HTMLElement, button: HTMLElement): Promise<void> {
  const { question, deleted } = read(commentSection, section)
  if (!(await confirmed(question))) return
  button.ariaBusy = 'true'
  try {
    await api.delete(`/api/comments/${read(commentItem, item).id}`)
    const next = item.nextElementSibling ?? item.previousElementSibling ?? section
    take(section, item)
    countComments(section, -1)
    toast(deleted)
    moveTo(item.isConnected ? item : next.isConnected ? next : section, button)
  } catch (error) {
    toastProblem(error)
  } finally {
    button.ariaBusy = 'false'
  }
}

/** A root with replies becomes a placeholder, which is removed together with its last reply. */
function take(section: HTMLElement, item: HTMLElement): void {
  const thread = item.closest<HTMLElement>('.thread')
  if (item === thread && isAnswered(thread)) {
    const placeholder = find<HTMLTemplateElement>(deletedPlaceholder, section)
    thread.querySelector('article')?.replaceWith(placeholder?.content.cloneNode(true) ?? '')
  } else item.remove()
  thread?.querySelector('.replies:empty')?.remove()
  if (thread && !thread.querySelector('article')) thread.remove()
}

function isAnswered(thread: HTMLElement): boolean {
  return thread.querySelector('.replies, .pager') !== null
}

/** The focus was in the deleted comment, so it moves to a neighbour. */
function moveTo(element: Element, pressed: Element): void {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  moveFocus(pressed, element, { preventScroll: true })
}
