import { readingTexts } from '#features/pages/reading/text.ts'
import { PostArticle } from '#features/pages/reading/views.tsx'
import type { contentsOf } from '#features/pages/reading/views-contents.tsx'
import { previewPage, unsavedNote } from '#features/pages/studio/hooks.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { asPost, type FullRow } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/notice.tsx'

interface PreviewProps {
  post: FullRow
  html: string
  contents: ReturnType<typeof contentsOf>
  language: Language
}

/**
 * A post as readers will see it, by the same view. Changes that only the browser has are put in by client/editor/preview.ts, through
 * the same sanitiser.
 */
export function Preview({ post, html, contents, language }: PreviewProps) {
  const text = studioTexts[language].preview
  const { done, toDo, table } = readingTexts[language]
  const { reading_minutes, lock_reason, author_id } = post
  return (
    <div class="post" {...previewPage({ author: author_id, text: { done, toDo, table } })}>
      <PostArticle
        post={{ ...asPost(post, language), reading_minutes, lock_reason, views: null }}
        isOwn={false}
        {...{ html, contents, language }}
        above={
          <Notice>
            <p>
              {text.note} <span {...unsavedNote()} hidden>{`${text.unsaved} `}</span>
              <a href={`/studio/write?id=${post.id}`}>{text.edit}</a>
            </p>
          </Notice>
        }
      />
    </div>
  )
}
