import { composer } from '#client/behaviors/comments/composer.ts'
import { edit } from '#client/behaviors/comments/edit.ts'
import { goOn } from '#client/go-on.ts'
import { closest, find, has, read, write } from '#client/hooks.ts'
import {
  cancelReply,
  commentItem,
  composerForm,
  editButton,
  replyButton,
  replyTemplate,
} from '#features/community/comments/hooks.ts'

/** A reply, or an edit, is written right in the comment it is about. One form is open at a time; the text in the other is kept. */
export function forms(section: HTMLElement): void {
  const template = find<HTMLTemplateElement>(replyTemplate, section)
  let opener: HTMLElement | null = null

  const close = (giveFocusBack: boolean) => {
    section.querySelector('form.composer.reply')?.remove()
    opener?.setAttribute('aria-expanded', 'false')
    if (giveFocusBack) opener?.focus()
    opener = null
  }
  const open = (button: HTMLElement) => {
    const form = template?.content.firstElementChild?.cloneNode(true)
    const [item, article] = [closest(commentItem, button), button.closest('article')]
    if (!(form instanceof HTMLFormElement) || !item || !article) return
    const field = form.querySelector('textarea')
    const { label } = read(has(editButton, button) ? editButton : replyButton, button)
    form.classList.add('reply')
    field?.setAttribute('aria-label', label)
    field?.setAttribute('placeholder', label)
    article.append(form)
    button.setAttribute('aria-expanded', 'true')
    opener = button
    const path = `/api/comments/${read(commentItem, item).id}`
    if (has(editButton, button)) edit(form, article, path)
    else {
      write(composerForm, form, { path: `${path}/reply` })
      composer(form)
    }
    goOn(button, field)
  }

  section.addEventListener('click', ({ target }) => {
    const button = closest(replyButton, target) ?? closest(editButton, target)
    if (closest(cancelReply, target) || (button && button === opener)) close(true)
    else if (button) {
      close(false)
      open(button)
    }
  })
  section.addEventListener('keydown', ({ key, target, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && target instanceof Element && target.closest('form.reply')) close(true)
  })
  section.addEventListener('joule:sent', ({ target }) => {
    if (target.matches('form.reply')) close(false)
  })
}
