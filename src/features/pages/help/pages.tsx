import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { levelInfo } from '#features/economy/levels/tasks.ts'
import { helpTexts } from '#features/economy/levels/text.ts'
import { TOPIC_NAMES } from '#features/pages/help/topic-names.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, query } from '#web/validation/validate.ts'

const topic = pageParam(z.object({ topic: z.enum(TOPIC_NAMES) }))

const helpQuery = query(z.object({ q: z.string().optional().catch(undefined) }))

/** The views contain the texts of all topics, which no other page needs. */
const views = () => import('#features/pages/help/views.tsx')

export const helpPages = new Hono<AppEnv>()
  .get('/help', optionalViewer, helpQuery, async (c) => {
    const { db, viewer, now, language } = c.var
    const { title, description } = helpTexts[language]
    const query = c.req.valid('query').q ?? ''
    const { FoundView, HelpView } = await views()
    if (query.trim() !== '')
      return page(
        c,
        { title, description, robots: 'noindex' },
        <FoundView query={query} language={language} />,
      )
    const info = viewer && (await levelInfo(db, viewer, now))
    return page(c, { title, description }, <HelpView {...{ viewer, info, language }} />)
  })
  .get('/help/:topic', optionalViewer, cached(), topic, async (c) => {
    const { language } = c.var
    const { topic } = c.req.valid('param')
    const { TopicView, topicTexts } = await views()
    const { title, lead } = topicTexts[language][topic]
    return page(
      c,
      { title, description: lead },
      <TopicView topic={topic} site={siteOrigin(c)} language={language} />,
    )
  })
