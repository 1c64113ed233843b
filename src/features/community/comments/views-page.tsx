import type { Child } from 'hono/jsx'
import { replyTemplate } from '#features/community/comments/hooks.ts'
import { commentPath, commentsPath } from '#features/community/comments/paths.ts'
import type { CommentsToRead, ThreadToRead } from '#features/community/comments/reading.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import { Comments, CommentsFrame, mayWrite, renderThreads } from '#features/community/comments/views.tsx'
import { Thread } from '#features/community/comments/views-comment.tsx'
import { Composer } from '#features/community/comments/views-composer.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/elements.tsx'

interface CommentsPageProps {
  post: PostCard
  viewer: Viewer | null
  language: Language
  /** The author of the post blocks comments of the viewer. */
  commentsBlocked: boolean
  now: Date
}

export function CommentsPage({ comments, ...props }: CommentsPageProps & { comments: CommentsToRead }) {
  const { post, language } = props
  const rendered = renderThreads(comments, { postAuthor: post.author.uid, language })
  return (
    <CommentsShell {...props}>
      <Comments {...props} comments={rendered} pathOf={(order) => commentsPath(props.post.id, order)} />
    </CommentsShell>
  )
}

type ThreadPageProps = CommentsPageProps & { thread: ThreadToRead; isWhole: boolean }

/** One comment with the replies below it. The client script also copies single comments from this page. */
export function ThreadPage({ thread, isWhole, ...props }: ThreadPageProps) {
  const { post, viewer, language, commentsBlocked } = props
  const text = commentTexts[language]
  const canWrite = !commentsBlocked && mayWrite(viewer, post, thread, props.now)
  return (
    <CommentsShell {...props}>
      <CommentsFrame {...props} canWrite={canWrite} liked={thread.liked} order="old">
        <header class="comments-head">
          <h2 id="comments-title">{text.thread}</h2>
          <p class="comments-ways">
            {!isWhole && <a href={commentPath(post.id, thread.root.id)}>{text.wholeThread}</a>}
            <a href={commentsPath(post.id, 'new')}>{text.allComments}</a>
          </p>
        </header>
        <ol class="comment-list" id="comment-list">
          <Thread thread={thread} context={{ postAuthor: post.author.uid, language }} />
        </ol>
        {canWrite && viewer && (
          <template {...replyTemplate()}>
            <Composer {...{ viewer, language }} limitsLinks={thread.limitsLinks} sentTo="" />
          </template>
        )}
      </CommentsFrame>
    </CommentsShell>
  )
}

function CommentsShell({ post, language, children }: CommentsPageProps & { children?: Child }) {
  const text = commentTexts[language]
  return (
    <div class="post">
      <header class="page-head">
        <a class="back-link" href={postPath(post.id)}>
          <Icon name="chevron" />
          {text.backToPost}
        </a>
        <h1 lang={languageOfText(post.title)}>{post.title}</h1>
      </header>
      {children}
    </div>
  )
}
