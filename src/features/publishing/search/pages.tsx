import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { CHOICES, FindOnPageInput, find } from '#features/publishing/search/find.ts'
import { searchTexts } from '#features/publishing/search/text.ts'
import { SearchView } from '#features/publishing/search/views.tsx'
import { cached } from '#web/cache/edge-cache.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const SearchQuery = z.object({ ...FindOnPageInput.shape, cursor: pageQuery.cursor })

export const searchPages = new Hono<AppEnv>().get(
  '/search',
  cached('q', ...CHOICES, 'cursor'),
  lazyViewer,
  query(SearchQuery),
  async (c) => {
    const { db, search, language } = c.var
    const { cursor, ...wanted } = c.req.valid('query')
    const request = pageRequest({ cursor })
    const viewer = c.var.authentication.load().then(() => c.var.viewer)
    const asking = { viewer, language, now: c.var.now, fallsBackToNames: true }
    const [finding] = await Promise.all([find(db, search, wanted, request, asking), viewer])
    // Not cached, because the index may be available again a moment later.
    if (finding.isDown) c.header('Cache-Control', 'private, no-store')
    const text = searchTexts[language]
    return page(
      c,
      {
        title: wanted.q === '' ? text.title : text.resultsFor(wanted.q),
        description: text.description,
        robots: 'noindex',
      },
      <SearchView
        wanted={wanted}
        finding={finding}
        isFirstPage={request.after === null}
        language={language}
      />,
    )
  },
)
