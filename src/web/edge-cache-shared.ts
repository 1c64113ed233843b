import { type Entry, LIFE } from '#web/edge-cache-entry.ts'

/** The Cache API: what the isolates of one data centre share. When it fails, the answer is made without it. */

const FACTS = 'x-joule-entry'

export async function readShared(key: string): Promise<Entry | null> {
  try {
    const response = await caches.default.match(key)
    const facts = response?.headers.get(FACTS)
    if (!response || !facts) return null
    // Only the headers that we stored: the cache adds headers of its own.
    return { ...(JSON.parse(decodeURIComponent(facts)) as Omit<Entry, 'body'>), body: await response.arrayBuffer() }
  } catch {
    return null
  }
}

export async function writeShared(key: string, { body, ...facts }: Entry): Promise<void> {
  const headers = {
    'Cache-Control': `public, max-age=${LIFE / 1000}`,
    [FACTS]: encodeURIComponent(JSON.stringify(facts)),
  }
  await caches.default.put(key, new Response(body, { headers })).catch(() => {})
}
