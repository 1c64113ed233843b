import { test as base } from '#test/test.ts'
import type { Client } from '#test/world.ts'

export { author } from '../posts/authors.ts'

let words = 0

/** A word that no other test uses, so that tests do not find posts of other tests. */
export function freshWord(): string {
  return `w${crypto.randomUUID().slice(0, 8)}${words++}`
}

export const test = base.extend('word', () => freshWord())

/** Publishes a post through the API. */
export async function publish(
  by: Client,
  {
    title = 'A title',
    body = '<p>Text.</p>',
    tags = [],
  }: { title?: string; body?: string; tags?: string[] },
): Promise<number> {
  const { status, json } = await by.post('/api/studio/posts', { title, body, tags })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json.id
}

export async function found(by: Client, q: string, more = ''): Promise<number[]> {
  const { json } = await by.get(`/api/posts?q=${encodeURIComponent(q)}${more}`)
  return json.items.map(({ id }: { id: number }) => id)
}
