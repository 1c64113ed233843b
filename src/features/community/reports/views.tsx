import { REPORT_REASONS } from '#db/values.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import {
  type ReportedContent,
  type ReportKind,
  type ReportTarget,
  reportPath,
} from '#features/community/reports/report.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { Button, Icon, LinkButton, Notice } from '#web/components/elements.tsx'
import { TextField } from '#web/components/fields.tsx'

interface ReportButtonProps {
  kind: ReportKind
  id: number
  author: { display_name: string }
  isMenuItem?: boolean
  language: Language
}

/**
 * client/behaviors/on-demand.ts opens the dialog. Without JavaScript, a link opens the page of
 * pages.tsx.
 */
export function ReportButton({
  kind,
  id,
  author,
  isMenuItem = false,
  language,
}: ReportButtonProps) {
  const label = reportTexts[language].button[kind]
  const facts = { kind, id, name: author.display_name }
  const look = isMenuItem ? 'menu-item' : 'button small icon'
  return (
    <>
      <DialogButton {...{ facts, label, isMenuItem }} class={`${look} needs-script`} />
      <noscript>
        <a class={look} href={reportPath({ kind, id })} {...nameOf(label, isMenuItem)}>
          <Icon name="flag" />
          {isMenuItem && label}
        </a>
      </noscript>
    </>
  )
}

/** For the template of the actions of a comment: the browser sets the facts of each comment. */
export function CommentReportButton({ language }: { language: Language }) {
  const facts = { kind: 'comment' as const, id: 0, name: '' }
  return (
    <DialogButton
      facts={facts}
      label={reportTexts[language].button.comment}
      class="comment-action"
    />
  )
}

interface DialogButtonProps {
  facts: Parameters<typeof reportButton>[0]
  label: string
  isMenuItem?: boolean
  class: string
}

function DialogButton({ facts, label, isMenuItem = false, class: className }: DialogButtonProps) {
  return (
    <button
      type="button"
      class={className}
      {...reportButton(facts)}
      {...nameOf(label, isMenuItem)}
      aria-haspopup="dialog"
    >
      <Icon name="flag" />
      {isMenuItem && label}
    </button>
  )
}

/** A menu item shows its label, so it needs no other name. */
function nameOf(label: string, isMenuItem: boolean) {
  return isMenuItem ? {} : { 'aria-label': label, title: label }
}

interface ReportLinkProps extends Pick<ReportButtonProps, 'kind' | 'isMenuItem' | 'language'> {
  next: string
}

/** For anonymous viewers, whose pages are cached and the same for all. */
export function ReportLink({ kind, next, isMenuItem = false, language }: ReportLinkProps) {
  const label = reportTexts[language].button[kind]
  const look = isMenuItem ? 'menu-item' : 'button small icon'
  return (
    <a class={look} href={loginPath(next)} rel="nofollow" {...nameOf(label, isMenuItem)}>
      <Icon name="flag" />
      {isMenuItem && label}
    </a>
  )
}

interface ReportViewProps {
  target: ReportTarget
  content: ReportedContent
  /** The page to return to. */
  next: string
  /** The values that the reader sent, if they were refused. */
  sent: Record<string, string>
  problems: Record<string, string>
  language: Language
}

export function ReportView({ target, content, next, sent, problems, language }: ReportViewProps) {
  const text = reportTexts[language]
  return (
    <AccountCard heading={text.button[target.kind]} lead={text.lead}>
      {(content.title || content.excerpt) && <Notice>{content.title || content.excerpt}</Notice>}
      <p>
        <a href="/help/reports">{text.help}</a>
      </p>
      <form
        class="form"
        method="post"
        action={`${reportPath(target)}?next=${encodeURIComponent(next)}`}
      >
        <fieldset class="field">
          <legend class="field-label">{text.reason}</legend>
          <div>
            {REPORT_REASONS.map((reason) => (
              <label class="menu-item">
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  checked={reason === sent.reason}
                  required
                />
                {text.reasons[reason]}
              </label>
            ))}
          </div>
          {problems.reason && <p class="field-error">{text.choose}</p>}
        </fieldset>
        <TextField
          name="text"
          label={text.note}
          rows={3}
          value={sent.text ?? ''}
          error={problems.text}
        />
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
