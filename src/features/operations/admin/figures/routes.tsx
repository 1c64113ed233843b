import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { SiteFiguresShape, siteFigures } from '#features/operations/admin/figures/figures.ts'
import { SiteFiguresView, siteFigureTexts } from '#features/operations/admin/figures/views.tsx'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { FigureQuery, figureRangeOf } from '#features/pages/studio/analytics/ranges.ts'
import { ownerRead, summary } from '#web/openapi/admin.ts'
import { query } from '#web/validation/validate.ts'

export const adminFiguresApi = new Hono<AppEnv>().get(
  '/admin/figures',
  ownerRead('getAdminFigures', SiteFiguresShape),
  summary('Get the figures of the site: visits, sources, most read posts, members and letters'),
  query(FigureQuery),
  async (c) => c.json(await c.var.db.read(siteFigures(c.req.valid('query').range, c.var.now))),
)

export const adminFiguresPages = new Hono<AppEnv>().get(
  PAGES.figures.href,
  PAGES.figures.guard,
  (c) => {
    const { language, now } = c.var
    const range = figureRangeOf(c.req.query('range'))
    return showAdminPage(
      c,
      { name: 'figures', lead: siteFigureTexts[language].lead, scripts: ['analytics.js'] },
      { figures: siteFigures(range, now) },
      ({ figures }) => <SiteFiguresView {...{ figures, range, language }} />,
    )
  },
)
