import { reportButton } from '#features/community/reports/hooks.ts'
import { type ReportKind, reportPath } from '#features/community/reports/target.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { Icon } from '#web/components/elements.tsx'

interface ReportButtonProps {
  kind: ReportKind
  id: number
  author: { uid: number; display_name: string }
  isBlocked: boolean
  language: Language
}

/** client/behaviors/posts/report.ts opens the dialog. Without JavaScript, a link opens the page of pages.tsx. */
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
