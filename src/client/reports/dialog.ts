import { problemIn } from '#client/behaviors/problem-toast.ts'
import { toast, toastAfterwards } from '#client/behaviors/toast.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

const reportDialogTexts = bilingual({
  'zh-CN': {
    titles: {
      post: (name: string) => `举报 ${name} 的文章`,
      comment: (name: string) => `举报 ${name} 的评论`,
      user: (name: string) => `举报 ${name}`,
    },
    lead: '选择原因后立即提交给管理员。对方不会知道是谁举报的，处理结果会通知你。',
    reasons: { spam: '广告或垃圾内容', abuse: '攻击或骚扰', illegal: '违法内容', other: '其他' },
    note: '补充说明（选填，请在选择原因前填写）',
    cancel: '取消',
    sent: '举报已提交，谢谢。',
    block: (name: string) => `拉黑 ${name}`,
    blocked: (name: string) => `已拉黑 ${name}，可在设置中解除。`,
  },
  en: {
    titles: {
      post: (name: string) => `Report a post by ${name}`,
      comment: (name: string) => `Report a comment by ${name}`,
      user: (name: string) => `Report ${name}`,
    },
    lead: 'Choosing a reason sends the report to the admins. Your report is anonymous to other users, and you will be notified of the result.',
    reasons: { spam: 'Spam', abuse: 'Abuse or harassment', illegal: 'Illegal content', other: 'Other' },
    note: 'Details (optional; fill in before choosing a reason)',
    cancel: 'Cancel',
    sent: 'Report sent. Thank you.',
    block: (name: string) => `Block ${name}`,
    blocked: (name: string) => `You blocked ${name}. You can unblock them in Settings.`,
  },
})

const REASONS = ['spam', 'abuse', 'illegal', 'other'] as const
const FIELDS = { post: 'post_id', comment: 'comment_id', user: 'uid' }

/** Choosing a reason sends the report at once; the reader stays on the page. */
export function openReportDialog(button: HTMLElement): void {
  // The first press may be recorded and replayed while this file is loading.
  if (document.querySelector('dialog[open]')) return
  const { kind, id, uid, name, blocked } = read(reportButton, button)
  const text = reportDialogTexts[pageLanguage()]
  const dialog = made('dialog', 'dialog')
  dialog.setAttribute('aria-labelledby', 'report-title')
  const problem = made('p', 'field-error')
  problem.setAttribute('role', 'alert')
  const note = Object.assign(made('textarea', 'input'), { id: 'report-note', rows: 2, maxLength: REPORT_TEXT_MAX })
  const label = Object.assign(made('label', '', text.note), { htmlFor: note.id })
  const field = made('div', 'field')
  field.append(label, note, problem)
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
  const report = (reason: string) =>
    send('/api/reports', { [FIELDS[kind]]: id, reason, text: note.value }, () => toast(text.sent))
  // Reloads the page without the blocked user's content.
  const block = () =>
    send(`/api/users/${uid}/block`, undefined, () => {
      toastAfterwards(text.blocked(name))
      location.reload()
    })
  const reasons = REASONS.map((reason) => pressed(text.reasons[reason], 'button wide', () => void report(reason)))
  const actions = made('div', 'dialog-actions')
  if (!blocked) actions.append(pressed(text.block(name), 'button danger', () => void block()))
  actions.append(pressed(text.cancel, 'button', () => dialog.close()))
  const form = made('div', 'form')
  form.append(made('p', '', text.lead), ...reasons, field)
  const title = Object.assign(made('h2', '', text.titles[kind](name)), { id: 'report-title' })
  dialog.append(title, form, actions)
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
