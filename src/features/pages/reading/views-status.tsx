import type { Reading } from '#features/pages/reading/reading.ts'
import { readingTexts } from '#features/pages/reading/text.ts'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/notice.tsx'
import { exactTime } from '#web/components/time.tsx'

const TONES = { draft: 'info', pending: 'warm', rejected: 'danger', locked: 'danger' } as const

interface StatusBannerProps {
  post: Reading['post']
  language: Language
}

/** Why this post is not public: for its author and the admins, who see it all the same. */
export function StatusBanner({ post, language }: StatusBannerProps) {
  const { status } = post
  if (status === 'approved') return null
  const text = readingTexts[language]
  const reason = status === 'rejected' ? post.reject_reason : status === 'locked' ? post.lock_reason : null
  return (
    <Notice tone={TONES[status]}>
      <p>
        <strong>{postStatusNames[language][status]}</strong> · {text.status[status]}
      </p>
      {post.publish_at && <p>{text.scheduled(exactTime(post.publish_at, language))}</p>}
      {reason && (
        <p>
          {text.reason}
          {reason}
        </p>
      )}
    </Notice>
  )
}
