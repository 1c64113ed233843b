import { beforeAll, expect, test } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { AT_REST_MAX } from './heap.ts'
import { inDatabase, measuredSite } from './measured-site.ts'

/** Includes garbage and the 11 MB at rest. Measured: 23 MB; the file itself has more than 10. */
const EXPORT_MAX = 40_000_000

beforeAll(buildSite)

test('an export of almost 5 MB takes little memory, and so does the preparation of a larger one', async () => {
  const data = await folderWith()
  const site = await measuredSite(data)
  try {
    const { id } = await site.made('/api/studio/posts', { title: 'A title', body: '<p>words</p>' })
    expect(await site.heap.held()).toBeLessThan(AT_REST_MAX)
    for (const [comments, status] of [
      [4_000, 200],
      [6_000, 202],
    ]) {
      inDatabase(
        data,
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${comments})
         INSERT INTO comments (post_id, author_id, body, created_at)
         SELECT ${id}, (SELECT author_id FROM posts WHERE id = ${id}), printf('%.1000c', 'w'), '2026-01-01T00:00:00.000Z' FROM n`,
      )
      for (const path of ['/api/settings/export', '/api/settings/export.zip']) {
        const answer = site.call({ method: 'GET', path })
        const most = await site.heap.during(answer)
        expect((await answer).status).toBe(status)
        expect(most, path).toBeLessThan(EXPORT_MAX)
      }
    }
  } finally {
    await site.stop()
  }
})
