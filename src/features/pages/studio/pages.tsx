import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { contentPage, STUDIO_LISTS, studioHome } from '#features/pages/studio/posts-list.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { ContentView, Overview } from '#features/pages/studio/views-content.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { signedInPage } from '#web/guards/guards.ts'
import { pageRequest, pathId } from '#web/validation/validate.ts'

export const studioPages = new Hono<AppEnv>()
  .get('/studio', signedInPage, async (c) => {
    const { db, viewer, language, now } = c.var
    const text = studioTexts[language]
    return page(
      c,
      { title: text.title, description: text.description, robots: 'noindex' },
      <Studio current="overview" text={text}>
        <Overview {...{ viewer, language }} home={await studioHome(db, viewer, language, now)} />
      </Studio>,
    )
  })
  .get('/studio/posts', signedInPage, async (c) => {
    const { db, viewer, language, now } = c.var
    const status = STUDIO_LISTS.find((name) => name === c.req.query('status'))
    const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
    const content = await contentPage(db, viewer, status, request, language, now)
    const restored = pathId.safeParse(c.req.query('restored')).data
    const text = studioTexts[language]
    return page(
      c,
      { title: `${text.posts.title} · ${text.title}`, description: text.posts.lead, robots: 'noindex' },
      <Studio current="posts" text={text}>
        <ContentView
          {...{ content, status, restored, viewer, language }}
          list="posts"
          isFirstPage={request.after === null}
        />
      </Studio>,
    )
  })
  .get('/studio/drafts', signedInPage, async (c) => {
    const { db, viewer, language, now } = c.var
    const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
    const content = await contentPage(db, viewer, 'draft', request, language, now)
    const text = studioTexts[language]
    return page(
      c,
      { title: `${text.drafts.title} · ${text.title}`, description: text.drafts.lead, robots: 'noindex' },
      <Studio current="drafts" text={text}>
        <ContentView
          {...{ content, viewer, language }}
          list="drafts"
          status="draft"
          isFirstPage={request.after === null}
        />
      </Studio>,
    )
  })
