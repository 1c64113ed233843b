import { expect, test } from 'vitest'
import { COST, isCost, isLong, LONG } from '#test/long.ts'
import { pagesOfApp } from '../../../tools/prove/fuzz/site.ts'
import { inDatabase } from '../support/storage.ts'
import { fillAccount, fillLargeAccount, fillSmallAccount } from './full-account.ts'
import { AT_REST_MAX, ISOLATE } from './heap.ts'
import { expectDescribedResponses, newSite } from './measured-site.ts'
import { expectCheapReads, expectLimited, expectResponsive } from './read-cost.ts'

const EXPORTS = ['/api/settings/export', '/api/settings/export.zip']

/** As many tags and as long a text as one body may have. */
const DEAREST_POST = JSON.stringify({
  body: `${'<b>a</b>'.repeat(5_000)}${'words '.repeat(20_000)}`,
})

const [EDITS, READS] = isLong ? [20, 8] : [2, 1]

// On one site, because its start takes as long as a test.
test(
  'many of the most expensive edits and reads of one user do not block the site, unusual requests are handled as documented, and all invariants hold',
  LONG,
  async () => {
    const { site, data } = await newSite()
    const drafts = await Promise.all(
      Array.from({ length: EDITS }, () => site.made('/api/studio/posts', { draft: true })),
    )
    const edits = drafts.map(({ id }) => ({
      method: 'PUT',
      path: `/api/studio/posts/${id}`,
      body: DEAREST_POST,
    }))
    expect(await expectResponsive(site, edits)).toEqual(Array(EDITS).fill(200))
    const { post, version } = await fillLargeAccount(site, data)
    const read = (path: string) => ({ method: 'GET', path })
    const revision = read(`/api/studio/posts/${post}/revisions/${version}`)
    expect(await expectResponsive(site, Array(READS).fill(revision))).toEqual(
      Array(READS).fill(200),
    )
    // A user can request ten exports in ten minutes.
    const large = EXPORTS.flatMap((path) => Array(isLong ? 4 : 1).fill(read(path)))
    expect(await expectResponsive(site, large)).toEqual(large.map(() => 202))
    expect(await site.heap.held()).toBeGreaterThan(0)

    await expectDescribedResponses(site, isLong ? 300 : 30)
  },
)

const measured = test.runIf(isCost)

measured(
  'no request, also with a text at its limit, uses two seconds of CPU time',
  COST,
  async () => {
    await expectDescribedResponses((await newSite()).site, 3_000)
  },
)

measured(
  'every read of an account at its limits is cheap or limited, and eight of the dearest do not block the site',
  COST,
  async () => {
    const { site, data } = await newSite({ isLimited: true })
    const { dearest, expensive } = await expectCheapReads(site, await fillAccount(site, data))
    for (const path of dearest.slice(0, 3))
      await expectResponsive(site, Array(8).fill({ method: 'GET', path }))
    for (const path of expensive) await expectLimited(site, path)
  },
)

measured(
  'eight exports of the longest text that is exported in one request do not block the site',
  COST,
  async () => {
    const { site, data } = await newSite()
    const headers = await fillSmallAccount(site, data, 0.95)
    const archive = { method: 'GET', path: '/api/settings/export.zip', headers }
    expect(await expectResponsive(site, Array(8).fill(archive))).toEqual(Array(8).fill(200))
  },
)

measured(
  'an export and the preparation of a larger one take less than half of the memory',
  COST,
  async () => {
    const { site, data } = await newSite()
    const { id } = await site.made('/api/studio/posts', { title: 'A title', body: '<p>words</p>' })
    expect(await site.heap.held()).toBeLessThan(AT_REST_MAX)
    for (const [comments, status] of [
      [4_000, 200],
      [6_000, 202],
    ]) {
      await inDatabase(
        data,
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${comments})
       INSERT INTO comments (post_id, author_id, body, created_at)
       SELECT ${id}, (SELECT author_id FROM posts WHERE id = ${id}), printf('%.1000c', 'w'), '2026-01-01T00:00:00.000Z' FROM n`,
      )
      for (const path of EXPORTS) {
        const response = site.call({ method: 'GET', path })
        const most = await site.heap.during(response)
        expect((await response).status).toBe(status)
        console.log(`${path} of ${comments} comments: ${Math.round(most / 1e6)} MB with garbage`)
        expect(most / ISOLATE, path).toBeLessThan(0.5)
      }
    }
  },
)

test('the fuzz finds the query parameters of pages in schemas and in handlers', async () => {
  const pages = new Map(
    (await pagesOfApp()).map(({ method, path, asked }) => [`${method} ${path}`, asked]),
  )
  expect(pages.get('GET /search')).toContain('q')
  expect(pages.get('GET /settings')).toContain('tab')
  expect(pages.get('GET /login')).toContain('next')
})
