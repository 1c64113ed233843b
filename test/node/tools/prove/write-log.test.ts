import { expect, test } from 'vitest'
import type { SiteResponse } from '../../../../tools/prove/writes/people.ts'
import { WriteLog } from '../../../../tools/prove/writes/write-log.ts'

/** The facts found after a crash, and the losses that must be reported. */
const FOUND: [string, Record<string, string>, string[]][] = [
  ['all writes', { unchanged: 'a', changed: 'c', failed: 'e' }, []],
  ['no unanswered write', { unchanged: 'a', changed: 'b' }, []],
  ['less than the acknowledged writes', { changed: 'b' }, ['unchanged is null, not a']],
  ['half of an unanswered write', { unchanged: 'a', changed: 'b and c' }, ['changed is b and c, not b or c']],
  ['a refused write', { unchanged: 'a', changed: 'b', refused: 'd' }, ['refused is d, not null']],
  ['an unknown fact', { unchanged: 'a', changed: 'b', more: 'f' }, ['more is f, but was never written']],
]

test.each(FOUND)('the write log detects lost writes when a site has %s', async (_, found, lost) => {
  const writeLog = new WriteLog()
  const write = (fact: string, next: string, response: SiteResponse | null) =>
    writeLog.write({ fact, next, send: async () => response })
  await write('unchanged', 'a', response(201))
  await write('changed', 'b', response(201))
  await write('changed', 'c', null)
  await write('refused', 'd', response(409))
  await write('failed', 'e', response(500))
  expect(writeLog.counts).toEqual({ acknowledged: 2, refused: 1, failed: 1, unanswered: 1 })
  expect(writeLog.compare(new Map(Object.entries(found))).lost).toEqual(lost)
})

const response = (status: number): SiteResponse => ({ status, bytes: Buffer.from('') })
