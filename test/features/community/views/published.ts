import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { type Client, World } from '#test/world.ts'

/** Time moves only when a test moves it, so the speed of the machine does not matter. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** A public post and its counter. */
export async function published(world: World) {
  const author = await world.member({ level: 1 })
  const { id } = await world.post({ author: author.user })
  const counter = world.env.VIEW_COUNTER.getByName(`post:${id}`)
  const write = () => runInDurableObject(counter, (object) => object.write(world.now.getTime()))
  const minute = () => runInDurableObject(counter, () => vi.advanceTimersByTimeAsync(MINUTE))
  const views = async () => {
    const [row] = await world.db.all(sql<{ views: number }>`SELECT views FROM post_views WHERE post_id = ${id}`)
    return row?.views ?? 0
  }
  /** Evicts the object, as a crash does; the next call creates a new one. */
  const crash = async () => {
    vi.useRealTimers()
    await evictDurableObject(counter)
    stopTime()
  }
  /** A view that the page of the post reports after a visit from this host. */
  const visit = (reader: Client, from: string) =>
    reader.post(`/api/posts/${id}/view?from=${from}`, undefined, {
      headers: { referer: `http://joule.test/posts/${id}` },
    })
  return { author, id, counter, write, minute, views, crash, visit, path: `/api/posts/${id}/view` }
}

/** Counts `many` readers: each once, with one write a minute, also after a crash. */
export async function countReaders(many: number): Promise<void> {
  const world = new World()
  const { id, counter, minute, views, crash } = await published(world)
  const call = { postId: id, userAgent: 'a browser', from: 'example.org', end: false, now: world.now.getTime() }
  const come = (first: number, count: number) =>
    runInDurableObject(counter, async (object) => {
      for (let n = first; n < first + count; n++) await object.view({ ...call, ip: `10.1.${n >> 8}.${n & 255}` })
    })
  await come(0, many)
  expect(await views()).toBe(0)
  await minute()
  expect(await views()).toBe(many)
  // Half of the next readers are known.
  const more = many / 10
  await come(many - more, 2 * more)
  expect(await views()).toBe(many)
  await minute()
  expect(await views()).toBe(many + more)
  // The readers are still known after a crash.
  await crash()
  await come(0, 10)
  await minute()
  expect(await views()).toBe(many + more)
  const days = await world.db.all(sql`SELECT views, ends FROM post_days WHERE post_id = ${id}`)
  expect(days).toEqual([{ views: many + more, ends: 0 }])
}
