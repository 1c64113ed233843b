import * as z from 'zod'
import { digestOf, type Entry, LIFE } from '#web/cache/edge-cache-entry.ts'

/**
 * The Cache API, shared by the isolates of one data centre. If it fails, the response is rendered. Its entries are
 * verified: key and body must be as stored.
 */

const FACTS = 'x-joule-entry'

const Facts = z.object({
  key: z.string(),
  etag: z.string(),
  renderedAt: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

export async function readShared(key: string): Promise<Entry | null> {
  try {
    const response = await caches.default.match(key)
    const known = response?.headers.get(FACTS)
    if (!response || !known) return null
    // Only the headers that we stored: the Cache API adds its own.
    const facts = Facts.parse(JSON.parse(decodeURIComponent(known)))
    const body = await response.arrayBuffer()
    if (facts.key !== key || !facts.etag.endsWith(`${await digestOf(body)}"`)) return null
    const { etag, renderedAt } = facts
    return { etag, renderedAt, headers: [...new Headers(facts.headers)], body }
  } catch {
    return null
  }
}

export async function writeShared(key: string, { body, ...facts }: Entry): Promise<void> {
  const headers = {
    'Cache-Control': `public, max-age=${LIFE / 1000}`,
    [FACTS]: encodeURIComponent(JSON.stringify({ key, ...facts } satisfies z.input<typeof Facts>)),
  }
  try {
    await caches.default.put(key, new Response(body, { headers }))
  } catch {
    // Ignore the error: the next isolate renders the response itself.
  }
}
