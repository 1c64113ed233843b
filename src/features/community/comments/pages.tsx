import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ORDERS } from '#features/community/comments/comment.ts'
import {
  commentedPost,
  commentsBlocked,
  commentsToRead,
  threadToRead,
} from '#features/community/comments/list.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import { CommentsPage, hasCode, ThreadPage } from '#features/community/comments/views.tsx'
import type { PageFacts } from '#features/core/shell/head.ts'
import { page } from '#features/core/shell/page.tsx'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import {
  pageId,
  pageParam,
  pageQuery,
  pageRequest,
  pathId,
  query,
} from '#web/validation/validate.ts'

const CommentsQuery = z.object({ sort: z.enum(ORDERS).catch('new'), ...pageQuery })

/**
 * Further comments of a post, and the page of a link to one comment. Both work without JavaScript.
 */
export const commentsPages = new Hono<AppEnv>()
  .get(
    '/posts/:id/comments',
    optionalViewer,
    cached('sort', 'limit', 'cursor'),
    pageId,
    query(CommentsQuery),
    async (c) => {
      const { db, viewer, language, now } = c.var
      const { id } = c.req.valid('param')
      const { sort, ...paging } = c.req.valid('query')
      const request = pageRequest(paging)
      const { post, comments, isBlocked } = await db.read({
        post: commentedPost(viewer, id, language),
        isBlocked: commentsBlocked(viewer, id),
        comments: commentsToRead(id, sort, request, { viewer, language }),
      })
      return page(
        c,
        { ...factsOf(post, language), isText: true, hasCode: comments.items.some(hasCode) },
        <CommentsPage {...{ post, comments, viewer, language, now }} commentsBlocked={isBlocked} />,
      )
    },
  )
  .get(
    '/posts/:id/comments/:comment_id',
    optionalViewer,
    cached('limit', 'cursor'),
    pageParam(z.object({ id: pathId, comment_id: pathId })),
    query(z.object(pageQuery)),
    async (c) => {
      const { db, viewer, language, now } = c.var
      const { id, comment_id } = c.req.valid('param')
      const request = pageRequest(c.req.valid('query'))
      const { post, thread, isBlocked } = await db.read({
        post: commentedPost(viewer, id, language),
        isBlocked: commentsBlocked(viewer, id),
        thread: threadToRead(id, comment_id, request, { viewer, language }),
      })
      const isWhole = thread.root.id === comment_id && request.after === null
      return page(
        c,
        { ...factsOf(post, language), isText: true, hasCode: hasCode(thread) },
        <ThreadPage
          {...{ post, thread, isWhole, viewer, language, now }}
          commentsBlocked={isBlocked}
        />,
      )
    },
  )

/** Search engines should index the post page instead. */
function factsOf(post: PostCard, language: Language): PageFacts {
  return {
    title: commentTexts[language].commentsOn(post.title),
    canonicalPath: postPath(post.id),
    robots: 'noindex',
    isReading: true,
  }
}
