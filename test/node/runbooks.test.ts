import { RUNBOOKS } from '#features/operations/admin/overview/operation-figures.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every alarm names a section of docs/operations.md', () => {
  const sections = readFileSync(inRoot('docs/operations.md'), 'utf8').split('\n')
  expect(Object.values(RUNBOOKS).filter((section) => !sections.includes(`### ${section}`))).toEqual([])
})
