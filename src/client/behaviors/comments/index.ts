import { composer } from '#client/behaviors/comments/composer.ts'
import { takeInterrupted } from '#client/behaviors/comments/drafts.ts'
import { offerActions } from '#client/behaviors/comments/offer-actions.ts'
import { isComment } from '#client/behaviors/comments/sent-comment.ts'
import { whenTouched } from '#client/behaviors/on-demand.ts'
import { find, findAll } from '#client/hooks.ts'
import { commentSection, composerForm, replyTemplate } from '#features/community/comments/hooks.ts'
import { pendingControl } from '#web/components/hooks.ts'

export function comments(): void {
  const section = find(commentSection)
  if (!section) return
  offerActions(document)
  document.addEventListener('joule:fetched', ({ detail }) => offerActions(detail))
  const form = find<HTMLFormElement>(composerForm, section)
  const copy = copyOf(
    form ?? find<HTMLTemplateElement>(replyTemplate, section)?.content.querySelector('form'),
  )
  if (form) {
    composer(form)
    // Without this code, the reader can still copy the text.
    const quote = () =>
      import('#client/behaviors/comments/quote.ts').then(
        ({ quoteSelections }) => quoteSelections(section, form),
        () => {},
      )
    document.addEventListener('selectionchange', quote, { once: true })
  }
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
    // The comment has been sent, even if it cannot be shown.
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
