import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Gate, watchMemory } from '../../../scripts/site/memory.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

const EVERY_MS = 60_000

test('above the memory limit the runtime is restarted in a moment without work, and new requests wait meanwhile', async () => {
  const { requests, cron, state } = watched(110)
  const endOfRun = cron.begin()
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(state.restarts).toBe(0)
  endOfRun()
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1)
  const endOfRequest = requests.begin()
  await vi.advanceTimersByTimeAsync(1)
  const later = requests.pass(async () => state.restarts)
  endOfRequest()
  expect(await later).toBe(1)
})

test('a slow request prevents the restart, and other requests do not wait for it', async () => {
  const { requests, state } = watched(110)
  requests.begin()
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
  expect(await requests.pass(async () => state.restarts)).toBe(0)
})

test('above 1.5 times the limit, the restart ends slow requests and cron runs after ten seconds each, but no command', async () => {
  const { requests, cron, commands, state } = watched(160)
  requests.begin()
  cron.begin()
  const endOfCommand = commands.begin()
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
  expect(state.restarts).toBe(0)
  endOfCommand()
  await vi.advanceTimersByTimeAsync(EVERY_MS + 19_000)
  expect(state.restarts).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.restarts).toBe(1)
})

/** A watch with a limit of 100 MB. The runtime uses `mb` until it is restarted. */
function watched(mb: number) {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  const gates = { requests: new Gate(), cron: new Gate(), commands: new Gate() }
  const state = { restarts: 0 }
  const stop = watchMemory({
    ...gates,
    limitMb: 100,
    usedMb: () => (state.restarts === 0 ? mb : 0),
    restart: async () => {
      state.restarts++
    },
    everyMs: EVERY_MS,
  })
  onTestFinished(() => {
    stop()
    printed.mockRestore()
  })
  return { ...gates, state }
}
