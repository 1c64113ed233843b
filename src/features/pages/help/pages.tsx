import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { levelInfo } from '#features/economy/levels/tasks.ts'
import { helpTexts } from '#features/economy/levels/text.ts'
import { TOPIC_NAMES, topicTexts } from '#features/pages/help/topics.ts'
import {
  EnergyExplained,
  ExpExplained,
  LevelsExplained,
  Progress,
  TopicList,
  TopicView,
} from '#features/pages/help/views.tsx'
import { cached } from '#web/cache/edge-cache.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam } from '#web/validation/validate.ts'

const topic = pageParam(z.object({ topic: z.enum(TOPIC_NAMES) }))

export const helpPages = new Hono<AppEnv>()
  .get('/help', async (c) => {
    const { db, viewer, now, language } = c.var
    const text = helpTexts[language]
    const info = viewer && (await levelInfo(db, viewer, now))
    return page(
      c,
      { title: text.title, description: text.description },
      <article class="help stack">
        <header>
          <h1>{text.title}</h1>
          <p class="soft">{text.topicsLead}</p>
        </header>
        <TopicList language={language} />
        <header>
          <h2 id="levels-and-energy">{text.levelsAndEnergy}</h2>
          <p class="soft">{text.lead}</p>
        </header>
        {viewer && info && <Progress viewer={viewer} info={info} text={text} shell={shellTexts[language]} />}
        <LevelsExplained text={text} />
        <ExpExplained text={text} />
        <EnergyExplained text={text} />
      </article>,
    )
  })
  .get('/help/:topic', cached(), topic, (c) => {
    const { language } = c.var
    const { topic } = c.req.valid('param')
    const { title, lead } = topicTexts[language][topic]
    return page(c, { title, description: lead }, <TopicView topic={topic} site={siteOrigin(c)} language={language} />)
  })
