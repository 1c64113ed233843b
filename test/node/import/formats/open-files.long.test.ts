import { expect, test } from 'vitest'
import { LIMITS } from '#import/import-error.ts'
import { filesOf } from '#import/open-files.ts'
import { emptyEntries, memory, zipOf } from './archives.ts'

test('the largest number of entries takes little memory', async () => {
  const archive = zipOf(emptyEntries(LIMITS.files))
  const before = memory()
  const files = await filesOf([archive])
  expect(files.names).toHaveLength(LIMITS.files)
  expect(memory() - before).toBeLessThan(150 * 1024 * 1024)
})
