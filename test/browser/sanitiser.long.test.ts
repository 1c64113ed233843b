import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BODY } from '../kernel/html/bodies.ts'
import { emptyPage, read } from './support/sanitised.ts'

test('a browser serializes any sanitised body unchanged', async () => {
  expect(await read(await emptyPage(), fc.sample(BODY, 3_000))).toEqual({ misread: [], alerts: 0 })
})
