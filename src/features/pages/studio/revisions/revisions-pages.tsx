import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { revisionTexts } from '#features/pages/studio/revisions/text-revisions.ts'
import { RevisionsView } from '#features/pages/studio/revisions/views-revisions.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { history } from '#features/publishing/revisions/revisions.ts'
import { signedInPage } from '#web/guards/guards.ts'
import { limitedRead } from '#web/limits/limits.ts'
import { pageParam, pathId } from '#web/validation/validate.ts'

const postId = pageParam(z.object({ id: pathId }))

export const studioRevisionsPages = new Hono<AppEnv>().get(
  '/studio/posts/:id/revisions',
  signedInPage,
  limitedRead('heavy-read'),
  postId,
  async (c) => {
    const { db, viewer, language } = c.var
    const wanted = pathId.safeParse(c.req.query('version'))
    const shown = await history(db, viewer, c.req.valid('param').id, wanted.success ? wanted.data : null)
    const text = studioTexts[language]
    return page(
      c,
      { title: `${revisionTexts[language].title} · ${shown.post.title || text.untitled}`, robots: 'noindex' },
      <Studio current="posts" text={text}>
        <RevisionsView {...shown} language={language} />
      </Studio>,
    )
  },
)
