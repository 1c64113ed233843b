import { countComments } from '#client/behaviors/comments/insert.ts'
import { confirmed, type Question } from '#client/behaviors/confirm.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { toast } from '#client/behaviors/toast.ts'
import { api } from '#client/http.ts'

export function deletion(section: HTMLElement): void {
  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-delete]') : null
    const item = button?.closest<HTMLElement>('[data-comment]')
    if (button && item && button.ariaBusy !== 'true') void ask(section, item, button)
  })
}

async function ask(section: HTMLElement, item: HTMLElement, button: HTMLElement): Promise<void> {
  if (!(await confirmed(JSON.parse(section.dataset.question ?? '{}') as Question))) return
  button.ariaBusy = 'true'
  try {
    await api.delete(`/api/comments/${item.dataset.comment}`)
    const next = item.nextElementSibling ?? item.previousElementSibling ?? section
    take(section, item)
    countComments(section, -1)
    toast(section.dataset.deleted ?? '')
    focusOn(item.isConnected ? item : next.isConnected ? next : section)
  } catch (error) {
    toastProblem(error)
  } finally {
    button.ariaBusy = 'false'
  }
}

/** A root that was answered stays as a placeholder, and goes with the last of its replies. */
function take(section: HTMLElement, item: HTMLElement): void {
  const thread = item.closest<HTMLElement>('.thread')
  if (item === thread && isAnswered(thread)) {
    const placeholder = section.querySelector<HTMLTemplateElement>('template[data-placeholder]')
    thread.querySelector('article')?.replaceWith(placeholder?.content.cloneNode(true) ?? '')
    for (const reply of thread.querySelectorAll('[data-reply]')) reply.remove()
  } else item.remove()
  if (thread && !thread.querySelector('article')) thread.remove()
}

function isAnswered(thread: HTMLElement): boolean {
  return thread.querySelector('.replies > li, .pager') !== null
}

/** The focus was in what is gone, and must not get lost. */
function focusOn(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
