import { expect, test, vi } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { runCrash } from '../../../../tools/prove/crash/run.ts'
import { WriteLog } from '../../../../tools/prove/crash/writes.ts'
import { optionsIn, prove } from '../../../../tools/prove/index.ts'

test('omitted options of a proof have their defaults, and wrong options are refused in one line', () => {
  const usual = { runs: 100, url: '', keep: false }
  expect(optionsIn(usual, ['--runs', '7', '--keep'])).toEqual({ runs: 7, url: '', keep: true })
  for (const args of [['--runs', 'many'], ['--runs', '-1'], ['--rnus', '7'], ['7']])
    expect(() => optionsIn(usual, args)).toThrow(
      /^[^\n]*"npm run prove -- --help" lists the options$/,
    )
})

test('an unknown proof is refused, and the help lists all proofs', async () => {
  await expect(prove(['modle'])).rejects.toThrow('unknown proof "modle"')
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  await prove(['--help'])
  expect(print.mock.lastCall?.[0]).toContain('npm run prove -- model\n')
  print.mockRestore()
})

/** The facts found after a crash, and the losses that must be reported. */
const FOUND: [string, Record<string, string>, string[]][] = [
  ['all writes', { unchanged: 'a', changed: 'c', failed: 'e' }, []],
  ['no unanswered write', { unchanged: 'a', changed: 'b' }, []],
  ['less than the acknowledged writes', { changed: 'b' }, ['unchanged is null, not a']],
  [
    'half of an unanswered write',
    { unchanged: 'a', changed: 'b and c' },
    ['changed is b and c, not b or c'],
  ],
  ['a refused write', { unchanged: 'a', changed: 'b', refused: 'd' }, ['refused is d, not null']],
  [
    'an unknown fact',
    { unchanged: 'a', changed: 'b', more: 'f' },
    ['more is f, but was never written'],
  ],
]

test.each(FOUND)('the write log detects lost writes when a site has %s', async (_, found, lost) => {
  const writeLog = new WriteLog()
  const write = (fact: string, next: string, status?: number) =>
    writeLog.write({ fact, next, send: async () => (status ? new Response('', { status }) : null) })
  await write('unchanged', 'a', 201)
  await write('changed', 'b', 201)
  await write('changed', 'c')
  await write('refused', 'd', 409)
  await write('failed', 'e', 500)
  expect([writeLog.acknowledged, writeLog.unanswered]).toEqual([2, 2])
  expect(writeLog.compare(new Map(Object.entries(found))).lost).toEqual(lost)
})

// `npm run prove -- crash` kills more often. test/node/scripts/start.test.ts kills a site once.
test.runIf(isLong)(
  'a site that is killed during writes loses no acknowledged write and leaves none half done',
  LONG,
  async () => {
    const seed = Date.now() % 2 ** 31
    const { acknowledged, held, wrong } = await runCrash({ rounds: 9, people: 4, only: '', seed })
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    expect(held).toBeGreaterThan(0)
  },
)
