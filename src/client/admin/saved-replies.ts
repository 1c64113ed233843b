import { recordsIn } from '#client/api-error.ts'
import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { button, element } from '#client/elements.ts'
import { closest, find, findAll, read, where, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import {
  batchOpener,
  cannedList,
  cannedReason,
  reasonOpener,
} from '#features/operations/admin/frame/hooks.ts'

const PATH = '/api/admin/saved-replies'

type Reply = ReturnType<typeof repliesIn>[number]

/**
 * Adds the saved replies to the dialogs that ask for a reason, and a button that saves the typed
 * reason. They are loaded when a dialog is first opened.
 */
export function savedReplies(): void {
  const lists = [...findAll<HTMLFieldSetElement>(cannedList)]
  if (lists.length === 0) return
  let isLoaded = false
  const load = async ({ target }: Event) => {
    if (isLoaded || !(closest(reasonOpener, target) ?? closest(batchOpener, target))) return
    isLoaded = true
    for (const list of lists) addControls(list)
    try {
      for (const reply of repliesIn(await api.get(PATH))) show(lists, reply)
    } catch (error) {
      toastProblem(error)
    }
  }
  for (const event of ['pointerover', 'focusin', 'click']) document.addEventListener(event, load)

  function addControls(list: HTMLFieldSetElement): void {
    const { kind, text } = read(cannedList, list)
    const field = list.form?.querySelector<HTMLTextAreaElement>('textarea')
    if (!field) return
    const save = button(text.save, 'reply-save', () => void saveTyped())
    const manage = element(
      'a',
      { href: '/admin/reports?view=replies', className: 'reply-manage' },
      text.manage,
    )
    list.after(element('p', { className: 'reply-actions row apart small' }, save, manage))
    // A reason that is empty or is offered already cannot be saved.
    const update = () => {
      const typed = field.value.trim()
      save.hidden = typed === '' || find(where(cannedReason, { reason: typed }), list) !== null
    }
    field.addEventListener('input', update)
    field.form?.addEventListener('reset', () => setTimeout(update))
    update()

    async function saveTyped(): Promise<void> {
      const name = pageLanguage() === 'en' ? 'text_en' : 'text_zh'
      try {
        const [reply] = repliesIn({
          items: [await api.post(PATH, { kind, [name]: field?.value.trim() })],
        })
        if (reply) show(lists, reply)
        save.hidden = true
        toast(text.saved)
      } catch (error) {
        toastProblem(error)
      }
    }
  }
}

function show(lists: readonly HTMLElement[], { kind, text_zh, text_en }: Reply): void {
  const label = (pageLanguage() === 'en' ? text_en : text_zh) || text_zh || text_en
  for (const list of lists) {
    if (read(cannedList, list).kind !== kind) continue
    const canned = element(
      'button',
      { type: 'button', className: 'canned-reason soft small saved one-line', title: label },
      label,
    )
    write(cannedReason, canned, { reason: [text_zh, text_en].filter(Boolean).join(' / ') })
    list.append(canned)
  }
}

function repliesIn(response: unknown) {
  return recordsIn(response, 'items').map(({ kind, text_zh, text_en }) => {
    return { kind: String(kind), text_zh: String(text_zh), text_en: String(text_en) }
  })
}
