import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { FairQueue } from '#kernel/fair-queue.ts'

const WAIT_MAX = 10 * SECOND
const PLACE_MAX = 5 * SECOND
const WAITING_MAX = 200

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs work that takes a number of milliseconds, and notes the order in which it starts. */
function runner(queue: FairQueue) {
  const started: string[] = []
  const running = new Map<string, number>()
  const most = new Map<string, number>()
  const run = (name: string, label: string, ms = 10) =>
    queue.run(name, async () => {
      started.push(label)
      for (const each of [name, 'all']) {
        running.set(each, (running.get(each) ?? 0) + 1)
        most.set(each, Math.max(most.get(each) ?? 0, running.get(each) ?? 0))
      }
      await new Promise((resume) => setTimeout(resume, ms))
      for (const each of [name, 'all']) running.set(each, (running.get(each) ?? 0) - 1)
    })
  return { run, started, most }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? error.code : String(error)),
  )

test('six of twenty requests of one user run at once, and they start in the order of their arrival', async () => {
  const { run, started, most } = runner(new FairQueue({ mostOfOne: 6 }))
  const all = Promise.all(Array.from({ length: 20 }, (_, n) => run('a', String(n))))
  await vi.advanceTimersByTimeAsync(1_000)
  await all
  expect(most.get('a')).toBe(6)
  expect(started).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
})

test('a hundred requests of one user do not delay one of another user', async () => {
  const { run, started } = runner(new FairQueue({ mostOfOne: 6 }))
  const all = Array.from({ length: 100 }, (_, n) => run('a', `a${n}`))
  all.push(run('b', 'b'))
  expect(started.length).toBe(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(started.slice(0, 7)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b'])
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
})

test('with one place for everyone, the names take turns', async () => {
  const { run, started, most } = runner(new FairQueue({ most: 1, mostOfOne: 1 }))
  const work = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((label) => run(label.slice(0, 1), label))
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(work)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(most.get('all')).toBe(1)
})

test('failed work gives back its place, and its error is thrown', async () => {
  const queue = new FairQueue({ mostOfOne: 1 })
  const failing = queue.run('a', () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  expect(await queue.run('a', async () => 'next')).toBe('next')
})

test('work that waits longer than ten seconds is refused', async () => {
  const queue = new FairQueue({ most: 1, mostOfOne: 1 })
  // Each of these leaves its place after PLACE_MAX, so three of them last longer than the wait.
  const never = () => new Promise<void>(() => undefined)
  for (let n = 0; n < 3; n += 1) void queue.run('a', never)
  const refused = codeOf(queue.run('a', async () => undefined))
  await vi.advanceTimersByTimeAsync(WAIT_MAX + 1_000)
  expect(await refused).toBe('rate_limited')
})

test('work that never ends gives up its place after some seconds', async () => {
  const queue = new FairQueue({ mostOfOne: 1 })
  void queue.run('a', () => new Promise<void>(() => undefined))
  const next = queue.run('a', async () => 'next')
  await vi.advanceTimersByTimeAsync(PLACE_MAX + 1_000)
  expect(await next).toBe('next')
})

test('work keeps its place for as long as the queue allows', async () => {
  const { run, started, most } = runner(
    new FairQueue({ most: 1, mostOfOne: 1, placeMax: 2 * PLACE_MAX }),
  )
  const work = [run('a', 'long', 2 * PLACE_MAX - SECOND), run('b', 'next')]
  await vi.advanceTimersByTimeAsync(2 * PLACE_MAX - 2 * SECOND)
  expect(started).toEqual(['long'])
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  await Promise.all(work)
  expect([started, most.get('all')]).toEqual([['long', 'next'], 1])
})

test('the next work takes a free place within some milliseconds, however long it has waited', async () => {
  const { run, started } = runner(new FairQueue({ most: 1, mostOfOne: 1 }))
  const names = ['a', 'b', 'c', 'd']
  const work = Array.from({ length: 60 }, (_, n) => run(names[n % 4] ?? '', String(n), 50))
  // An idle place costs at most five milliseconds for each work.
  await vi.advanceTimersByTimeAsync(60 * 55)
  await Promise.all(work)
  expect(started).toHaveLength(60)
})

test('too many waiting requests of one user are refused immediately, those of another user are not', async () => {
  const { run } = runner(new FairQueue({ mostOfOne: 1 }))
  const all = Array.from({ length: WAITING_MAX + 1 }, () => run('a', 'a', 1))
  expect(await codeOf(run('a', 'a'))).toBe('rate_limited')
  const other = run('b', 'b', 1)
  await vi.advanceTimersByTimeAsync(WAIT_MAX)
  await Promise.all([...all.map(codeOf), other])
})
