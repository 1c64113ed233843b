import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { history } from '#features/posts/revisions.ts'
import { studioTexts } from '#features/studio/text.ts'
import { revisionTexts } from '#features/studio/text-revisions.ts'
import { Studio } from '#features/studio/views.tsx'
import { RevisionsView } from '#features/studio/views-revisions.tsx'
import { signedInPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageParam, pathId } from '#web/validate.ts'

const postId = pageParam(z.object({ id: pathId }))

export const studioRevisionsPages = new Hono<AppEnv>().get(
  '/studio/posts/:id/revisions',
  signedInPage,
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
