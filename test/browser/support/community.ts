import { sql } from 'drizzle-orm'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { call, type Look, open, type Person, site, textsOf, theOwner } from './browser.ts'
import { IMAGE } from './images.ts'
import { batch, member } from './member.ts'

/** The parts of API responses that these tests read. */
interface Saved {
  id: number
  status: string
  version: number
  energy: number
  folder_ids: number[]
  items: unknown[]
}

export type Named = Person & { name: string }

let people = 0

export async function ask(
  by: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<Saved> {
  return (await call(by, method, path, body)) as Saved
}

/** A member with a username, exp and energy. */
export async function person(exp = 60, energy = 0): Promise<Named> {
  const name = `reader-${Date.now() % 1e7}-${people++}`
  return Object.assign(await member({ username: name, exp, energy }), { name })
}

/** The owner adjusts the balance, which sends a notice. */
export async function giveEnergy({ uid }: Person, amount: number, reason: string): Promise<void> {
  await ask(await theOwner(), 'POST', '/api/admin/energy/adjust', { uids: [uid], amount, reason })
}

const POST = {
  title: 'A post to talk about',
  body: '<p>A few words.</p><h2>And more</h2><p>Of them.</p>',
}

/** Publishes a post, or stores it as a draft, with these fields. Returns its id. */
export async function post(author: Person, fields: Record<string, unknown> = {}): Promise<number> {
  return (await ask(author, 'POST', '/api/studio/posts', { ...POST, ...fields })).id
}

export function say(by: Person, postId: number, body: string): Promise<Saved> {
  return ask(by, 'POST', `/api/posts/${postId}/comments`, { body })
}

interface Scene {
  author: Named
  reader: Named
  id: number
}

/** A post by one user, and another user with this exp and energy. */
export async function scene(exp?: number, energy?: number): Promise<Scene> {
  const [author, reader] = [await person(), await person(exp, energy)]
  return { author, reader, id: await post(author) }
}

interface Reading {
  exp?: number
  energy?: number
  look?: Look
  /** Runs before the page is opened. */
  before?: (scene: Scene) => Promise<unknown>
}

/** A post by one user, open in the browser of another user. */
export async function reading({ exp = 60, energy = 5, look = {}, before }: Reading = {}) {
  const people = await scene(exp, energy)
  await before?.(people)
  return { ...people, page: await open(people.reader, `/posts/${people.id}`, look) }
}

/**
 * Inserts comments with this text and a number, a millisecond apart, without notices. Returns their
 * ids.
 */
export async function fillComments(
  by: Person,
  postId: number,
  text: string,
  count: number,
  rootId: number | null = null,
) {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n + 1))
  const [rows] = await batch([
    sql`INSERT INTO comments (post_id, root_id, reply_to_id, author_id, body, created_at)
        SELECT ${postId}, ${rootId}, ${rootId}, ${by.uid}, ${text} || ' ' || value,
          strftime('%Y-%m-%dT%H:%M:%fZ', ${new Date().toISOString()}, '+' || (value / 1000.0) || ' seconds')
        FROM json_each(${numbers}) RETURNING id`,
  ])
  return (rows as { id: number }[]).map(({ id }) => id)
}

/** The texts of the comments, in page order. */
export function comments(page: Page): Promise<string[]> {
  return textsOf(page, '.comment .comment-text')
}

/** The actions of a comment, in page order. */
export function actionsOf(page: Page, id: number): Promise<(string | undefined)[]> {
  return page.evaluate((buttons) => {
    const names = ['like', 'reply', 'edit', 'delete', 'report']
    return Array.from(document.querySelectorAll(buttons), (button) =>
      names.find((name) => button.hasAttribute(`data-${name}`)),
    )
  }, `#comment-${id} > .comment > .comment-actions button`)
}

/** The response with the code of the report dialog, which is loaded on demand. */
export function dialogScript(page: Page): Promise<Response> {
  return page.waitForResponse(
    async (response) =>
      response.url().includes('/build/') && (await response.text()).includes('/api/reports'),
  )
}

/** Opens the energize menu and presses the button for two energy. */
export async function pressEnergize(page: Page): Promise<void> {
  await page.click('[data-energize] summary')
  await page.click('[data-form=heavy]')
}

/** The field for a new root comment, at the top. */
export const composer = (page: Page) => page.locator('.comments > form.composer')

/**
 * Waits until the post is in the search index. The index is updated shortly after a write, and
 * suggestions are requested only once.
 */
export async function isSuggested(by: Person, word: string, post: { id: number }): Promise<void> {
  const suggestions = () => call(by, 'GET', `/api/search/suggestions?q=${word}`)
  await expect
    .poll(suggestions)
    .toMatchObject({ posts: expect.arrayContaining([expect.objectContaining(post)]) })
}

/** Returns the address of the stored image. */
export async function uploadImage(
  { accessToken }: Person,
  file: Uint8Array<ArrayBuffer> = new Uint8Array(IMAGE.buffer),
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([file]))
  const headers = { Authorization: `Bearer ${accessToken}` }
  const uploaded = await fetch(`${site}/api/posts/upload-image`, {
    method: 'POST',
    headers,
    body: form,
  })
  return ((await uploaded.json()) as { url: string }).url
}
