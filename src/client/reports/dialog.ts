import { problemIn } from '#client/behaviors/problem-toast.ts'
import { toast, toastAfterwards } from '#client/behaviors/toast.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

const dialogTexts = bilingual({
  'zh-CN': {
    titles: {
      post: (name: string) => `举报 ${name} 的文章`,
      comment: (name: string) => `举报 ${name} 的评论`,
      user: (name: string) => `举报 ${name}`,
    },
    block: (name: string) => `拉黑 ${name}`,
    blocked: (name: string) => `已拉黑 ${name}，可在设置中解除。`,
  },
  en: {
    titles: {
      post: (name: string) => `Report a post by ${name}`,
      comment: (name: string) => `Report a comment by ${name}`,
      user: (name: string) => `Report ${name}`,
    },
    block: (name: string) => `Block ${name}`,
    blocked: (name: string) => `You blocked ${name}. You can unblock them in Settings.`,
  },
})

const REASONS = ['spam', 'abuse', 'illegal', 'other'] as const
const FIELDS = { post: 'post_id', comment: 'comment_id', user: 'uid' }

/** Reason, note, then Send. The reader stays on the page. */
export function openReportDialog(button: HTMLElement): void {
  // The first press may be recorded and replayed while this file is loading.
  if (document.querySelector('dialog[open]')) return
  const { kind, id, uid, name, blocked } = read(reportButton, button)
  const text = { ...reportTexts[pageLanguage()], ...dialogTexts[pageLanguage()] }
  const dialog = made('dialog', 'dialog')
  dialog.setAttribute('aria-labelledby', 'report-title')
  const problem = made('p', 'field-error')
  problem.setAttribute('role', 'alert')
  const note = Object.assign(made('textarea', 'input'), { id: 'report-note', rows: 2, maxLength: REPORT_TEXT_MAX })
  const label = Object.assign(made('label', '', text.note), { htmlFor: note.id })
  const field = made('div', 'field')
  field.append(label, note)
  const send = async (path: string, body: unknown, done: () => void) => {
    if (dialog.ariaBusy === 'true') return
    dialog.ariaBusy = 'true'
    try {
      await api.post(path, body)
      dialog.close()
      done()
    } catch (error) {
      dialog.ariaBusy = null
      problem.textContent = problemIn(error)
    }
  }
  // Reloads the page without the blocked user's content.
  const block = () =>
    send(`/api/users/${uid}/block`, undefined, () => {
      toastAfterwards(text.blocked(name))
      location.reload()
    })
  const choices = REASONS.map((reason) =>
    Object.assign(made('input', ''), { type: 'radio', name: 'reason', value: reason }),
  )
  const reasons = made('fieldset', 'field')
  const list = made('div', '')
  reasons.append(made('legend', 'field-label', text.reason), list, problem)
  for (const [at, choice] of choices.entries()) {
    const line = made('label', 'menu-item')
    line.append(choice, text.reasons[REASONS[at] ?? 'other'])
    list.append(line)
  }
  const actions = made('div', 'dialog-actions')
  if (!blocked) actions.append(pressed(text.block(name), 'button danger', () => void block()))
  actions.append(
    pressed(text.cancel, 'button', () => dialog.close()),
    Object.assign(made('button', 'button primary', text.send), { type: 'submit' }),
  )
  const form = made('form', 'form')
  form.append(made('p', '', text.lead), reasons, field, actions)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const reason = choices.find(({ checked }) => checked)?.value
    if (reason === undefined) {
      problem.textContent = text.choose
      return choices[0]?.focus()
    }
    void send('/api/reports', { [FIELDS[kind]]: id, reason, text: note.value }, () => toast(text.sent))
  })
  const title = Object.assign(made('h2', '', text.titles[kind](name)), { id: 'report-title' })
  dialog.append(title, form)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

function pressed(label: string, className: string, press: () => void): HTMLElement {
  const button = Object.assign(made('button', className, label), { type: 'button' })
  button.addEventListener('click', press)
  return button
}
