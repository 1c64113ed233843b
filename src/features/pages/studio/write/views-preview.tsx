import { readingTexts } from '#features/pages/reading/text.ts'
import { PostArticle } from '#features/pages/reading/views.tsx'
import type { contentsOf } from '#features/pages/reading/views-body.tsx'
import { previewPage, unsavedNote } from '#features/pages/studio/hooks.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { asPost, type FullRow } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/elements.tsx'

interface PreviewProps {
  post: FullRow
  html: string
  contents: ReturnType<typeof contentsOf>
  language: Language
}

/**
 * A post as readers will see it, with the same view. client/editor/preview.ts inserts unsaved changes of the browser, with the
 * same sanitiser.
 */
export function Preview({ post, html, contents, language }: PreviewProps) {
  const text = studioTexts[language].preview
  const { done, toDo, table } = readingTexts[language]
  const { reading_minutes, lock_reason, author_id } = post
  return (
    <div class="post" {...previewPage({ author: author_id, text: { done, toDo, table } })}>
      <PostArticle
        post={{ ...asPost(post, null, language), reading_minutes, lock_reason, views: null }}
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
