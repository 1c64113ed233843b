import { reportButton } from '#features/community/reports/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { Icon } from '#web/components/icon.tsx'

/** The button's label for each kind of target. */
const reportTexts = bilingual({
  'zh-CN': { post: '举报这篇文章', comment: '举报这条评论', user: '举报这个用户' },
  en: { post: 'Report this post', comment: 'Report this comment', user: 'Report this user' },
})

interface ReportButtonProps {
  kind: 'post' | 'comment' | 'user'
  id: number
  author: { uid: number; display_name: string }
  isBlocked: boolean
  language: Language
  class?: string
}

/** An icon with a label for screen readers. client/behaviors/posts/report.ts loads the dialog when it is pressed. */
export function ReportButton(props: ReportButtonProps) {
  const { kind, id, author, isBlocked, language, class: className = 'button small icon' } = props
  const label = reportTexts[language][kind]
  return (
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
  )
}

/** For anonymous viewers, whose pages are cached and the same for all. */
export function ReportLink({ kind, next, language }: Pick<ReportButtonProps, 'kind' | 'language'> & { next: string }) {
  const label = reportTexts[language][kind]
  return (
    <a class="button small icon" href={loginPath(next)} rel="nofollow" aria-label={label} title={label}>
      <Icon name="flag" />
    </a>
  )
}
