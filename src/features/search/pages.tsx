import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { findMarkedPosts } from '#features/posts/search.ts'
import { QUERY_MAX } from '#features/search/match.ts'
import { searchTexts } from '#features/search/text.ts'
import { SearchView } from '#features/search/views.tsx'
import { text } from '#kernel/fields.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { cached } from '#web/edge-cache.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

const SearchQuery = z.object({ q: text({ max: QUERY_MAX }).default(''), cursor: pageQuery.cursor })

export const searchPages = new Hono<AppEnv>().get('/search', cached('q', 'cursor'), query(SearchQuery), async (c) => {
  const { db, search, viewer, language } = c.var
  const { q, cursor } = c.req.valid('query')
  const request = pageRequest({ limit: PAGE_SIZE, cursor })
  const found = await findMarkedPosts(db, search, { q, viewer }, request, language)
  const text = searchTexts[language]
  return page(
    c,
    { title: q === '' ? text.title : text.resultsFor(q), description: text.description, robots: 'noindex' },
    <SearchView q={q} found={found} isFirstPage={request.after === null} language={language} text={text} />,
  )
})
