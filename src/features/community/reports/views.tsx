import { REPORT_REASONS } from '#db/values.ts'
import {
  type ReportedContent,
  type ReportKind,
  type ReportTarget,
  reportPath,
} from '#features/community/reports/content.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { Button, Icon, LinkButton, Notice } from '#web/components/elements.tsx'
import { TextField } from '#web/components/fields.tsx'

interface ReportButtonProps {
  kind: ReportKind
  id: number
  author: { uid: number; display_name: string }
  isBlocked: boolean
  language: Language
}

/** client/behaviors/on-demand.ts opens the dialog. Without JavaScript, a link opens the page of pages.tsx. */
export function ReportButton({ kind, id, author, isBlocked, language }: ReportButtonProps) {
  const label = reportTexts[language].button[kind]
  const facts = { kind, id, uid: author.uid, name: author.display_name, blocked: isBlocked }
  return (
    <>
      <DialogButton facts={facts} label={label} class="button small icon needs-script" />
      <noscript>
        <a class="button small icon" href={reportPath({ kind, id })} aria-label={label} title={label}>
          <Icon name="flag" />
        </a>
      </noscript>
    </>
  )
}

/** For the template of the actions of a comment: the browser sets the facts of each comment. */
export function CommentReportButton({ language }: { language: Language }) {
  const facts = { kind: 'comment' as const, id: 0, uid: 0, name: '', blocked: false }
  return <DialogButton facts={facts} label={reportTexts[language].button.comment} class="comment-action" />
}

interface DialogButtonProps {
  facts: Parameters<typeof reportButton>[0]
  label: string
  class: string
}

function DialogButton({ facts, label, class: className }: DialogButtonProps) {
  return (
    <button
      type="button"
      class={className}
      {...reportButton(facts)}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
    >
      <Icon name="flag" />
    </button>
  )
}

/** For anonymous viewers, whose pages are cached and the same for all. */
export function ReportLink({ kind, next, language }: Pick<ReportButtonProps, 'kind' | 'language'> & { next: string }) {
  const label = reportTexts[language].button[kind]
  return (
    <a class="button small icon" href={loginPath(next)} rel="nofollow" aria-label={label} title={label}>
      <Icon name="flag" />
    </a>
  )
}

interface ReportViewProps {
  target: ReportTarget
  content: ReportedContent
  /** The page to return to. */
  next: string
  sent: Record<string, string>
  problems: Record<string, string>
  language: Language
}

export function ReportView({ target, content, next, sent, problems, language }: ReportViewProps) {
  const text = reportTexts[language]
  return (
    <AccountCard heading={text.button[target.kind]} lead={text.lead}>
      {(content.title || content.excerpt) && <Notice>{content.title || content.excerpt}</Notice>}
      <form class="form" method="post" action={`${reportPath(target)}?next=${encodeURIComponent(next)}`}>
        <fieldset class="field">
          <legend class="field-label">{text.reason}</legend>
          <div>
            {REPORT_REASONS.map((reason) => (
              <label class="menu-item">
                <input type="radio" name="reason" value={reason} checked={reason === sent.reason} required />
                {text.reasons[reason]}
              </label>
            ))}
          </div>
          {problems.reason && <p class="field-error">{text.choose}</p>}
        </fieldset>
        <TextField name="text" label={text.note} rows={3} value={sent.text ?? ''} error={problems.text} />
        <div class="form-actions">
          <Button type="submit" kind="primary" label={text.send} />
          <LinkButton href={next} kind="quiet" label={text.cancel} />
        </div>
      </form>
    </AccountCard>
  )
}

export function ReportSent({ next, language }: Pick<ReportViewProps, 'next' | 'language'>) {
  const text = reportTexts[language]
  return (
    <AccountCard heading={text.sent}>
      <LinkButton href={next} kind="wide" label={text.back} />
    </AccountCard>
  )
}
