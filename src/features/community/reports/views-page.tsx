import { REPORT_REASONS } from '#db/values.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import type { ReportedContent } from '#features/community/reports/content.ts'
import { type ReportTarget, reportPath } from '#features/community/reports/target.ts'
import type { Language } from '#kernel/i18n.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { Button, LinkButton, Notice } from '#web/components/elements.tsx'
import { TextField } from '#web/components/form.tsx'

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
