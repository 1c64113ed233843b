import { reportButton } from '#features/community/reports/hooks.ts'
import { type ReportKind, reportPath } from '#features/community/reports/target.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { Icon } from '#web/components/icon.tsx'

interface ReportButtonProps {
  kind: ReportKind
  id: number
  author: { uid: number; display_name: string }
  isBlocked: boolean
  language: Language
  class?: string
}

/** client/behaviors/posts/report.ts opens the dialog. Without JavaScript, a link opens the page of pages.tsx. */
export function ReportButton(props: ReportButtonProps) {
  const { kind, id, author, isBlocked, language, class: className = 'button small icon' } = props
  const label = reportTexts[language].button[kind]
  return (
    <>
      <button
        type="button"
        class={`${className} needs-script`}
        {...reportButton({ kind, id, uid: author.uid, name: author.display_name, blocked: isBlocked })}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
      >
        <Icon name="flag" />
      </button>
      <noscript>
        <a class={className} href={reportPath({ kind, id })} aria-label={label} title={label}>
          <Icon name="flag" />
        </a>
      </noscript>
    </>
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
