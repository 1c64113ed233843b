import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import type { Client, World } from '#test/world.ts'

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
