import { expect, test } from 'vitest'
import { pageQueries } from './page-queries.ts'

test('the queries of pages are found in schemas and in handlers', async () => {
  const queries = await pageQueries()
  expect(queries).toContainEqual(['/search', 'q', 100])
  expect(queries).toContainEqual(['/settings', 'tab', undefined])
  expect(queries).toContainEqual(['/login', 'next', undefined])
})
