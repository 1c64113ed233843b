import { openDialog } from '#client/behaviors/forms/dialogs.ts'
import { problemIn, toast } from '#client/behaviors/toast.ts'
import { button, element } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

const dialogTexts = bilingual({
  titles: {
    post: [(name: string) => `举报 ${name} 的文章`, (name: string) => `Report a post by ${name}`],
    comment: [
      (name: string) => `举报 ${name} 的评论`,
      (name: string) => `Report a comment by ${name}`,
    ],
    user: [(name: string) => `举报 ${name}`, (name: string) => `Report ${name}`],
  },
})

const REASONS = ['spam', 'abuse', 'illegal', 'other'] as const
const FIELDS = { post: 'post_id', comment: 'comment_id', user: 'uid' }

/**
 * A dialog with the reason, a note and the button that sends the report. The reader stays on the
 * page.
 */
export function openReportDialog(opener: HTMLElement): void {
  // The first press may be recorded and replayed while this file is loading.
  if (document.querySelector('dialog[open]')) return
  const { kind, id, name } = read(reportButton, opener)
  const text = { ...reportTexts[pageLanguage()], ...dialogTexts[pageLanguage()] }
  const problem = element('p', { className: 'field-error', role: 'alert' })
  const note = element('textarea', {
    className: 'input',
    id: 'report-note',
    rows: 2,
    maxLength: REPORT_TEXT_MAX,
  })
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
  const choices = REASONS.map((value) => element('input', { type: 'radio', name: 'reason', value }))
  const lines = choices.map((choice, at) =>
    element('label', { className: 'menu-item' }, choice, text.reasons[REASONS[at] ?? 'other']),
  )
  const legend = element('legend', { className: 'field-label' }, text.reason)
  const reasons = element(
    'fieldset',
    { className: 'field' },
    legend,
    element('div', {}, ...lines),
    problem,
  )
  const field = element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: note.id }, text.note),
    note,
  )
  const actions = element('div', { className: 'dialog-actions' })
  actions.append(
    button(text.cancel, 'button', () => dialog.close()),
    element('button', { type: 'submit', className: 'button primary' }, text.send),
  )
  // Below the fields, because the first control has the focus.
  const more = element(
    'p',
    {},
    element('a', { href: '/help/reports', target: '_blank' }, text.help),
  )
  const form = element(
    'form',
    { className: 'form' },
    element('p', {}, text.lead),
    reasons,
    field,
    more,
    actions,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const reason = choices.find(({ checked }) => checked)?.value
    if (reason === undefined) {
      problem.textContent = text.choose
      return choices[0]?.focus()
    }
    void send('/api/reports', { [FIELDS[kind]]: id, reason, text: note.value }, () =>
      toast(text.sent),
    )
  })
  const { dialog } = openDialog('report', text.titles[kind](name), form)
}
