import { useContext } from 'hono/jsx'
import { TopicButton } from '#features/community/follows/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { ListHead } from '#features/pages/home/views-list.tsx'
import { CoverImage } from '#features/pages/reading/views-body.tsx'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import {
  type ListedPost,
  postPath,
  seriesFeedPath,
  seriesPath,
} from '#features/publishing/posts/post.ts'
import type { SeriesHead } from '#features/publishing/series/series.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import { shownImage } from '#kernel/html/images.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { EmptyState, LinkButton } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

interface SeriesProps {
  series: SeriesHead
  posts: ListedPost[]
  cover: string | null
  isFollowing: boolean
  viewer: Viewer | null
  language: Language
}

export function SeriesView({ series, posts, cover, isFollowing, viewer, language }: SeriesProps) {
  const { id, title, description, author, parts } = series
  const text = seriesTexts[language]
  const { external_images } = useContext(IdentityContext)
  const shown = shownImage(cover, external_images)
  const isOwn = viewer?.uid === author.uid
  const [first] = posts
  return (
    <div class="series-page stack">
      {shown && <CoverImage url={shown} />}
      <ListHead
        title={title}
        lead={text.count(parts)}
        feedPath={parts > 0 ? seriesFeedPath(id) : null}
        action={
          isOwn ? (
            <LinkButton href={`/studio/series/${id}`} kind="small" icon="pen" label={text.edit} />
          ) : (
            <TopicButton
              {...{ path: seriesPath(id), name: title, isFollowing, language }}
              isSignedIn={viewer !== null}
            />
          )
        }
        language={language}
      >
        <div class="byline">
          <Avatar user={author} size="small" />
          <AuthorName user={author} />
        </div>
        {description && (
          <p lang={foreignLanguage(description, language)} dir={directionOf(description)}>
            {description}
          </p>
        )}
        {first && (
          <p>
            <LinkButton href={postPath(first.id)} kind="primary" label={text.start} />
          </p>
        )}
        {isAdmin(viewer) && !isOwn && (
          <ApiButton
            api={`DELETE /api/admin/series/${id}/texts`}
            after="reload"
            toast={text.textsRemoved}
            confirm={{
              title: `${text.removeTexts}?`,
              body: text.removeTextsBody,
              button: text.removeTexts,
            }}
            button="button small danger"
          >
            {text.removeTexts}
          </ApiButton>
        )}
      </ListHead>
      {posts.length > 0 && !isOwn && (
        <LettersForm
          kind="series"
          of={String(id)}
          name={title}
          isSignedIn={viewer !== null}
          language={language}
        />
      )}
      {posts.length === 0 ? (
        <EmptyState icon="page" title={text.series} hint={text.noPosts} />
      ) : (
        <PostList posts={posts} language={language} />
      )}
    </div>
  )
}
