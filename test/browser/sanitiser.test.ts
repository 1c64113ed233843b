import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { ATTACKS } from '../kernel/html/attacks.ts'
import { BODY } from '../kernel/html/bodies.ts'
import { emptyPage, read, show } from './support/sanitised.ts'

test('a browser runs none of the attacks and serializes each sanitised body unchanged', LONG, async () => {
  const bodies = fc.sample(BODY, isLong ? 3_000 : 300)
  expect(await read(await emptyPage(), [...ATTACKS, ...bodies])).toEqual({ misread: [], alerts: 0 })
})

test('the check detects a script that runs and a body that leaves its container', async () => {
  const { misread, alerts } = await show(await emptyPage(), [
    '<img src=x onerror=alert(1)>',
    '</div></article>out',
    '<p><div>x</div></p>',
  ])
  expect(misread.length).toBe(3)
  expect(alerts).toBe(1)
})
