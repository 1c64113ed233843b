import { actions } from '#client/editor/actions.ts'
import { bodyEditor } from '#client/editor/body-editor.ts'
import { savesItself } from '#client/editor/content.ts'
import { uploadsInProgress } from '#client/editor/extensions/uploads.ts'
import { scheduleField } from '#client/editor/fields/schedule-field.ts'
import { part } from '#client/editor/parts.ts'
import {
  browserStore,
  hold,
  isFree,
  lastSlot,
  localCopies,
  rememberSlot,
} from '#client/editor/saving/local-copies.ts'
import {
  notices,
  offers,
  openingOf,
  pendingPublish,
  saveState,
} from '#client/editor/saving/notices.ts'
import { createSaver, type Saver } from '#client/editor/saving/saver.ts'
import { editorText } from '#client/editor/text.ts'
import { editorTools } from '#client/editor/toolbar.ts'
import { clearProblem, showProblems, wordCount, writeFields } from '#client/editor/write-form.ts'
import { find, read } from '#client/hooks.ts'
import { csrfCookie, quietApi } from '#client/http.ts'
import {
  saveStateLine,
  scheduleBox,
  wordCountLine,
  writeBody,
  writeForm,
  writeNotices,
} from '#features/pages/studio/hooks.ts'
import { randomId } from '#kernel/ids.ts'

export async function startEditor(form: HTMLFormElement): Promise<void> {
  const { facts } = read(writeForm, form)
  const copies = localCopies(browserStore(), facts.uid)
  const opening = openingOf(
    await notOpenElsewhere(copies.of(facts.id, Date.now())),
    facts,
    lastSlot(),
  )
  const [slot, copy] = opening.restored ?? [randomId(), null]
  hold(slot)
  rememberSlot(slot)

  let saver: Saver | null = null
  const changed = () => saver?.changed()
  const moveFocus = () => {
    editor.commands.setTextSelection(0)
    // Tiptap's own focus command waits for the next frame, and the next key would still go to the
    // title.
    editor.view.focus()
  }
  const fields = writeFields({ form, changed, moveFocus })
  if (copy) fields.write(copy.written)
  const isBegun = fields.takeTyped()
  const mount = part(form, writeBody.selector, HTMLElement)
  const { label, placeholder } = read(writeBody, mount)
  const editor = bodyEditor({
    mount,
    label,
    placeholder,
    body: copy?.written.body ?? null,
    changed,
  })
  const readAll = () => fields.read(editor)
  const problems = (found: Record<string, string>) => showProblems(form, found)
  form.addEventListener('input', ({ target }) => {
    if (target instanceof Element)
      clearProblem(form, target.id === 'write-body' ? 'body' : (target.getAttribute('name') ?? ''))
  })
  const shown = notices(part(form, writeNotices.selector, HTMLElement))

  const pending = pendingPublish(shown, () => press('submit'))
  const showState = saveState({
    line: part(form, saveStateLine.selector, HTMLElement),
    shown,
    problems,
    saver: () => keeper,
    loadTheirs() {
      keeper.keep(true)
      location.reload()
    },
  })

  const keeper = createSaver(
    facts,
    {
      api: quietApi,
      read: readAll,
      now: Date.now,
      newKey: randomId,
      session: csrfCookie,
      keep(current) {
        if (current === null) copies.remove(slot)
        const isKept = current === null || copies.write(slot, current)
        if (isKept) shown.clear('unkept')
        else shown.show('unkept', 'danger', editorText().unkept)
        return isKept
      },
      created: (id) => history.replaceState(null, '', `/studio/write?id=${id}`),
      show(state) {
        showState(state)
        pending.follow(state)
      },
    },
    copy,
  )
  saver = keeper
  const isUploading = () => uploadsInProgress(editor.state) > 0

  editorTools(form, editor)
  wordCount(part(form, wordCountLine.selector, HTMLElement), editor)
  offers({ facts, opening, copies, shown, abandon: keeper.abandon })
  const box = find(scheduleBox, form)
  const schedule = box && scheduleField(box)
  const press = actions({
    form,
    saver: keeper,
    pending,
    slot,
    share: facts.share,
    read: readAll,
    isUploading,
    schedule,
    problems,
  })
  whenLeaving(keeper, isUploading)
  // The list of drafts links to the sheet that publishes.
  if (location.hash === '#publish') {
    history.replaceState(null, '', location.pathname + location.search)
    press('submit')
  }
  // A link on another site can open the page with a shared text. So the text is saved only after
  // the author presses something.
  if (facts.isShared)
    for (const type of ['pointerdown', 'keydown'])
      form.addEventListener(type, () => keeper.changed(), { once: true })
  if (copy || isBegun) keeper.changed()
  else if (facts.id === null && document.activeElement === document.body) fields.title.focus()
}

async function notOpenElsewhere<Copy extends [slot: string, unknown]>(
  found: Copy[],
): Promise<Copy[]> {
  const free = await Promise.all(found.map(([slot]) => isFree(slot)))
  return found.filter((_, index) => free[index])
}

function whenLeaving(saver: Saver, isUploading: () => boolean): void {
  addEventListener('pagehide', () => saver.keep())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return
    saver.keep()
    if (saver.isDirty && savesItself(saver.status)) void saver.save()
  })
  addEventListener('online', () => saver.retry())
  addEventListener('beforeunload', (event) => {
    saver.keep()
    if (saver.isAtRisk || isUploading()) event.preventDefault()
  })
  // A file dropped outside the editor must not replace the page.
  for (const name of ['dragover', 'drop'] as const)
    addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
}
