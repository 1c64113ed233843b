import { ApiError } from '#client/api-error.ts'
import { onPageShow, recordUntilLoaded } from '#client/attach.ts'
import type { Attachment } from '#client/behaviors/comments/attachment.ts'
import {
  type Draft,
  noteInterrupted,
  removeDraft,
  restoreDraft,
  storeDraft,
  storedDraft,
} from '#client/behaviors/comments/drafts.ts'
import { whenTouched } from '#client/behaviors/on-demand.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { say } from '#client/elements.ts'
import { find, has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import {
  attachmentBox,
  charactersLeft,
  composerForm,
  composerProblem,
  mentionsField,
} from '#features/community/comments/hooks.ts'
import { randomId } from '#kernel/ids.ts'

/** How the form edits an existing comment. */
interface Change {
  body: string
  canBeEmpty: boolean
  send(body: string): Promise<void>
}

/**
 * A form of features/community/comments/views.tsx. The text stays in the form and in
 * session storage until the server has confirmed it.
 */
export function composer(form: HTMLFormElement, change?: Change): void {
  const field = form.querySelector('textarea')
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!field || !button) return
  const { path } = read(composerForm, form)
  const draft: Draft = storedDraft(path) ?? { body: change?.body ?? '', image: null, key: null }
  let attachment: Attachment | null = null

  const mayBeEmpty = () => change?.canBeEmpty || draft.image !== null
  const changed = () => {
    // A changed text is another comment, so it must not use the idempotency key of the first.
    draft.key = null
    draft.body = field.value
    storeDraft(path, draft)
    count(form, field, button, mayBeEmpty())
  }
  const send = async () => {
    const body = field.value.trim()
    if (button.disabled || button.ariaBusy === 'true' || (body === '' && !mayBeEmpty())) return
    say(find(composerProblem, form), '')
    button.ariaBusy = 'true'
    try {
      await attachment?.finished()
      draft.key ??= randomId()
      storeDraft(path, draft)
      const input = { body, ...(draft.image && { image_id: draft.image.id }) }
      const comment = await (change
        ? change.send(body)
        : api.post(path, input, { 'Idempotency-Key': draft.key }))
      field.value = ''
      attachment?.show(null)
      Object.assign(draft, { body: '', image: null, key: null })
      removeDraft(path)
      count(form, field, button, mayBeEmpty())
      form.dispatchEvent(new CustomEvent('joule:sent', { bubbles: true, detail: comment }))
    } catch (error) {
      say(find(composerProblem, form), problemIn(error))
      if (error instanceof ApiError && error.status === 401) noteInterrupted(path)
      field.focus()
    } finally {
      button.ariaBusy = 'false'
    }
  }

  restoreDraft(field, draft.body)
  if (field.value !== draft.body) changed()
  onPageShow(() => count(form, field, button, mayBeEmpty()))
  field.addEventListener('input', changed)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  if (has(mentionsField, field)) mentionsOnFocus(field)
  whenTouched(form, async () =>
    (await import('#client/behaviors/comments/marks.ts')).marks(form, field),
  )
  if (draft.image) recordUntilLoaded(form, attach())
  else if (find(attachmentBox, form)) whenTouched(form, attach)

  async function attach(): Promise<void> {
    const module = await import('#client/behaviors/comments/attachment.ts')
    attachment = module.attachment(form, {
      changed(image) {
        draft.image = image
        changed()
      },
      failed: (message) => say(find(composerProblem, form), message),
    })
    if (draft.image) attachment.show(draft.image)
  }
}

/**
 * Loads the completion of names. Without it the user can still type the names, which the server
 * resolves.
 */
function mentionsOnFocus(field: HTMLTextAreaElement): void {
  const load = () =>
    import('#client/behaviors/comments/mentions.ts').then(
      ({ mentions }) => mentions(field),
      () => {},
    )
  if (document.activeElement === field) void load()
  else field.addEventListener('focus', load, { once: true })
}

/**
 * An image alone is a valid comment. A text over the limit is marked, not cut off, so that nothing
 * of a pasted text is lost.
 */
function count(
  form: HTMLFormElement,
  field: HTMLTextAreaElement,
  button: HTMLButtonElement,
  mayBeEmpty: boolean,
): void {
  const length = [...field.value.trim()].length
  const { max, tooLong } = read(composerForm, form)
  const counter = find(charactersLeft, form)
  if (counter) counter.textContent = length > 0 ? `${length} / ${max}` : ''
  counter?.classList.toggle('over', length > max)
  button.disabled = (length === 0 && !mayBeEmpty) || length > max
  say(find(composerProblem, form), length > max ? tooLong : '')
}

declare global {
  interface HTMLElementEventMap {
    /** Dispatched by the form, with the new comment; without detail after an edit. */
    'joule:sent': CustomEvent<unknown> & { target: HTMLFormElement }
  }
}
