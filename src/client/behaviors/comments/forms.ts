import { moveFocus } from '#client/attach.ts'
import { composer } from '#client/behaviors/comments/composer.ts'
import { addressOf, countComments, fetchItem } from '#client/behaviors/comments/insert.ts'
import { isComment, type SentComment } from '#client/behaviors/comments/sent-comment.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { element as elementOf } from '#client/elements.ts'
import { closest, find, findAll, has, read, where, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import {
  attachmentBox,
  cancelReply,
  commentItem,
  commentSection,
  commentSource,
  commentText,
  composerForm,
  deleteButton,
  deletedPlaceholder,
  editButton,
  replyButton,
} from '#features/community/comments/hooks.ts'
import { fileChooser } from '#web/components/hooks.ts'

/**
 * A reply or an edit is written inside the comment that it belongs to. One form is open at a time,
 * and the draft of a closed form is kept.
 */
function forms(section: HTMLElement, blank: HTMLFormElement | null): void {
  let opener: HTMLElement | null = null

  const close = (giveFocusBack: boolean) => {
    section.querySelector('form.composer.reply')?.remove()
    opener?.setAttribute('aria-expanded', 'false')
    if (giveFocusBack) opener?.focus()
    opener = null
  }
  const open = (button: HTMLElement) => {
    const form = blank?.cloneNode(true)
    const [item, article] = [closest(commentItem, button), button.closest('article')]
    if (!(form instanceof HTMLFormElement) || !item || !article) return
    const field = form.querySelector('textarea')
    const { label } = read(has(editButton, button) ? editButton : replyButton, button)
    const [cancel, submit] = [find(cancelReply, form), form.querySelector('[type=submit]')]
    form.classList.add('reply')
    form.querySelector('.avatar')?.classList.add('small')
    field?.setAttribute('rows', '2')
    if (cancel) cancel.hidden = false
    if (submit)
      submit.textContent = has(editButton, button)
        ? read(editButton, button).save
        : button.textContent
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
    moveFocus(button, field)
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
    if (
      key === 'Escape' &&
      !defaultPrevented &&
      target instanceof Element &&
      target.closest('form.reply')
    )
      close(true)
  })
  section.addEventListener('joule:sent', ({ target }) => {
    if (target.matches('form.reply')) close(false)
  })
}

/**
 * Turns the reply form into a form that edits the comment. The new text is shown at once. If the
 * server refuses it, the old text is shown again and the new one stays in the form.
 */
function edit(form: HTMLFormElement, article: HTMLElement, path: string): void {
  find(attachmentBox, form)?.remove()
  find(fileChooser, form)?.remove()
  form.querySelector('.composer-foot a')?.remove()
  write(composerForm, form, { path })
  const textElement = find(commentText, article)
  const before = [...(textElement?.childNodes ?? [])]

  composer(form, {
    body: sourceOf(textElement),
    canBeEmpty: article.querySelector('.comment-image') !== null,
    async send(body) {
      form.hidden = true
      if (textElement) showPlain(textElement, body)
      try {
        const response = await api.put(path, { body })
        if (isComment(response)) void renew(article, response)
      } catch (error) {
        textElement?.replaceChildren(...before)
        form.hidden = false
        throw error
      }
    },
  })
}

/**
 * Replaces the new text by the version of the server, with links and the edited mark. If that
 * fails, the plain text stays.
 */
async function renew(article: HTMLElement, { id, post_id }: SentComment): Promise<void> {
  const item = await fetchItem(addressOf(post_id, id), `comment-${id}`).catch(() => null)
  const renewed = item?.querySelector('article')
  if (!renewed) return
  article.replaceWith(renewed)
  moveFocus(null, find(editButton, renewed))
  document.dispatchEvent(new Event('joule:added'))
}

/** The text of a comment as typed, without the name of the answered user. */
function sourceOf(element: HTMLElement | null): string {
  if (element === null) return ''
  if (has(commentSource, element)) return read(commentSource, element).source
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  copy.querySelector('.comment-answers')?.remove()
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\n')
  return copy.textContent ?? ''
}

/** Shows the new text without links and marks, until the server has sent it. */
function showPlain(element: HTMLElement, body: string): void {
  const answered = element.querySelector('.comment-answers')?.cloneNode(true)
  element.replaceChildren(elementOf('p', {}, ...(answered ? [answered] : []), body))
}

/** `form` is a blank form for a comment, or null if the viewer may not write here. */
export function commentActions(section: HTMLElement, form: HTMLFormElement | null): void {
  forms(section, form)
  section.addEventListener('click', ({ target }) => {
    const button = closest(deleteButton, target)
    const item = closest(commentItem, button)
    if (button && item && button.ariaBusy !== 'true') void askToDelete(section, item, button)
  })
}

const TEXTS = {
  'zh-CN': '欢迎回来。你刚才写的内容还在，可以继续发表。',
  en: 'Welcome back. Your comment is still here, ready to post.',
}

/**
 * After a login that interrupted a comment: scrolls to the form of the comment and says that the
 * draft is still there.
 */
export function resumeDraft(section: HTMLElement, path: string): void {
  toast(TEXTS[pageLanguage()])
  const [, id, isReply] = /^\/api\/comments\/(\d+)(\/reply)?$/.exec(path) ?? []
  const form = [...findAll(composerForm, section)].find(
    (one) => read(composerForm, one).path === path,
  )
  const item = id === undefined ? null : find(where(commentItem, { id: Number(id) }), section)
  const button = item && find(isReply ? replyButton : editButton, item)
  if (id === undefined) form?.querySelector('textarea')?.focus()
  // The focus loads the code of the button, and the click waits for it.
  button?.focus()
  button?.click()
}

async function askToDelete(
  section: HTMLElement,
  item: HTMLElement,
  button: HTMLElement,
): Promise<void> {
  const { question, deleted } = read(commentSection, section)
  if (!(await confirmed(question))) return
  button.ariaBusy = 'true'
  try {
    await api.delete(`/api/comments/${read(commentItem, item).id}`)
    const next = item.nextElementSibling ?? item.previousElementSibling ?? section
    take(section, item)
    countComments(section, -1)
    toast(deleted)
    const place = [item, next].find(({ isConnected }) => isConnected)
    moveTo(place ?? section, button)
  } catch (error) {
    toastProblem(error)
  } finally {
    button.ariaBusy = 'false'
  }
}

/** A root with replies becomes a placeholder, which is removed together with its last reply. */
function take(section: HTMLElement, item: HTMLElement): void {
  const thread = item.closest<HTMLElement>('.thread')
  if (item === thread && thread.querySelector('.replies, .pager')) {
    const placeholder = find<HTMLTemplateElement>(deletedPlaceholder, section)
    thread.querySelector('article')?.replaceWith(placeholder?.content.cloneNode(true) ?? '')
  } else item.remove()
  thread?.querySelector('.replies:empty')?.remove()
  if (thread && !thread.querySelector('article')) thread.remove()
}

/** The focus was in the deleted comment, so it moves to a neighbour. */
function moveTo(element: Element, pressed: Element): void {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  moveFocus(pressed, element, { preventScroll: true })
}
