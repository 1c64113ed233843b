import { composer } from '#client/behaviors/comments/composer.ts'
import { closest, find, read, write } from '#client/hooks.ts'
import { cancelReply, commentItem, composerForm, replyButton, replyTemplate } from '#features/comments/hooks.ts'

/** A reply is written right below the comment it answers. One form is open at a time; the text in the other is kept. */
export function replies(section: HTMLElement): void {
  const template = find<HTMLTemplateElement>(replyTemplate, section)
  let answered: HTMLElement | null = null

  const close = (giveFocusBack: boolean) => {
    section.querySelector('form.composer.reply')?.remove()
    answered?.setAttribute('aria-expanded', 'false')
    if (giveFocusBack) answered?.focus()
    answered = null
  }
  const open = (button: HTMLElement) => {
    const form = template?.content.firstElementChild?.cloneNode(true)
    const item = closest(commentItem, button)
    if (!(form instanceof HTMLFormElement) || !item) return
    const { label } = read(replyButton, button)
    form.classList.add('reply')
    write(composerForm, form, { path: `/api/comments/${read(commentItem, item).id}/reply` })
    button.closest('article')?.append(form)
    button.setAttribute('aria-expanded', 'true')
    answered = button
    const field = form.querySelector('textarea')
    field?.setAttribute('aria-label', label)
    field?.setAttribute('placeholder', label)
    composer(form)
    field?.focus()
  }

  section.addEventListener('click', ({ target }) => {
    const button = closest(replyButton, target)
    if (closest(cancelReply, target) || (button && button === answered)) close(true)
    else if (button) {
      close(false)
      open(button)
    }
  })
  section.addEventListener('keydown', ({ key, target, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && target instanceof Element && target.closest('form.reply')) close(true)
  })
  section.addEventListener('joule:sent', ({ target }) => {
    if (target instanceof Element && target.matches('form.reply')) close(false)
  })
}
