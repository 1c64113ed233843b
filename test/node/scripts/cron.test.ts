import { readFile } from 'node:fs/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { parseCron, startCron } from '../../../scripts/site/cron.ts'

afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
const at = (time: string) => new Date(`2026-11-15T${time}:00Z`)

test.each([
  ['*/15 * * * *', '16:45', '16:46'],
  ['5 16 * * *', '16:05', '17:05'],
  ['0-30/10 8,20 * * *', '20:20', '20:40'],
  ['0 0 * * 1', '00:00', '00:01'],
])('the cron expression "%s" is due at %s and not at %s', (cron, due, not) => {
  const isDue = parseCron(cron)
  expect([isDue(at(due)), isDue(at(not))]).toEqual([true, false])
})

test.each(['* * * *', '61 * * * *', '*/0 * * * *', 'MON * * * *'])(
  'the cron expression "%s" is refused',
  (cron) => {
    expect(() => parseCron(cron)).toThrow(cron)
  },
)

test('wrangler.toml has the every-minute trigger of src/jobs.ts and one other', async () => {
  const { crons } = await readWorkerConfig()
  const source = await readFile(inRoot('src/jobs.ts'), 'utf8')
  const [, named] = /EVERY_MINUTE = '([^']+)'/.exec(source) ?? []
  expect(crons.filter((cron) => cron === named)).toHaveLength(1)
  expect(crons.filter((cron) => cron !== named)).toHaveLength(1)
})

test('a long cron run delays the next one, so that two runs never overlap', async () => {
  vi.useFakeTimers({ now: at('10:14') })
  const begun: string[] = []
  let finish = () => {}
  const stop = startCron(['*/15 * * * *'], (_, time) => {
    begun.push(time.toISOString().slice(11, 16))
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  await vi.advanceTimersByTimeAsync(20 * MINUTE)
  finish()
  await vi.advanceTimersByTimeAsync(15 * MINUTE)
  stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(begun).toEqual(['10:15', '10:45'])
})

test('a cron run that fails is repeated, and only the last failure is printed', async () => {
  vi.useFakeTimers({ now: at('10:14') })
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  let [begun, failures] = [0, 1]
  const stop = startCron(['*/15 * * * *'], async () => {
    begun++
    if (begun <= failures) throw new Error('socket hang up')
  })
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect([begun, printed.mock.calls]).toEqual([2, []])
  failures = 100
  await vi.advanceTimersByTimeAsync(15 * MINUTE)
  stop()
  expect([begun, printed.mock.calls]).toEqual([
    6,
    [['joule: the scheduled run failed: Error: socket hang up']],
  ])
})

test('after the clock was set forward, a skipped cron run is made up for once; after it was set back, the cron continues', async () => {
  vi.useFakeTimers({ now: at('10:13') })
  const begun: string[] = []
  const stop = startCron(['*/15 * * * *', '5 16 * * *'], async (cron, time) => {
    begun.push(`${cron} at ${time.toISOString().slice(11, 16)}`)
  })
  vi.setSystemTime(at('18:50'))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(begun.splice(0)).toEqual(['*/15 * * * * at 18:45', '5 16 * * * at 16:05'])
  vi.setSystemTime(at('09:13'))
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(begun.splice(0)).toEqual(['*/15 * * * * at 09:15'])
  stop()
})
