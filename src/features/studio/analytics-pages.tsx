import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { analyticsOf } from '#features/studio/analytics.ts'
import { RANGES, type Range } from '#features/studio/figures.ts'
import { studioTexts } from '#features/studio/text.ts'
import { figureTexts } from '#features/studio/text-figures.ts'
import { Studio } from '#features/studio/views.tsx'
import { AnalyticsView } from '#features/studio/views-analytics.tsx'
import { signedInPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'

export const studioAnalyticsPages = new Hono<AppEnv>().get('/studio/analytics', signedInPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const text = studioTexts[language]
  const { title, lead } = figureTexts[language]
  const analytics = await analyticsOf(db, viewer, rangeOf(c.req.query('range')), now)
  return page(
    c,
    { title: `${title} · ${text.title}`, description: lead, robots: 'noindex', scripts: ['analytics.js'] },
    <Studio current="analytics" text={text}>
      <AnalyticsView analytics={analytics} language={language} />
    </Studio>,
  )
})

/** What the overview shows, unless another range is asked for. */
function rangeOf(wanted: string | undefined): Range {
  return (Object.keys(RANGES) as Range[]).find((range) => range === wanted) ?? '30d'
}
