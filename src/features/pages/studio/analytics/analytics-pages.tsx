import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { analyticsOf, RANGES, type Range } from '#features/pages/studio/analytics/figures.ts'
import { figureTexts } from '#features/pages/studio/analytics/text-figures.ts'
import { AnalyticsView } from '#features/pages/studio/analytics/views-analytics.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { signedInPage } from '#web/guards/guards.ts'

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

/** The default is the range of the studio overview. */
function rangeOf(wanted: string | undefined): Range {
  return (Object.keys(RANGES) as Range[]).find((range) => range === wanted) ?? '30d'
}
