import type { Page } from 'playwright-core'
import { call, type Look, open, type Person, theOwner } from './browser.ts'
import { member } from './member.ts'

/** The parts of API responses that these tests read. */
interface Answer {
  id: number
  energy: number
  folder_ids: number[]
  items: unknown[]
}

let people = 0

export async function ask(by: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  return (await call(by, method, path, body)) as Answer
}

/** A member with a username, exp and energy. */
export async function person(exp = 60, energy = 0): Promise<Person & { name: string }> {
  const name = `reader-${Date.now() % 1e7}-${people++}`
  return Object.assign(await member({ username: name, exp, energy }), { name })
}

/** The owner adjusts the balance, which sends a notice. */
export async function giveEnergy({ uid }: Person, amount: number, reason: string): Promise<void> {
  await ask(await theOwner(), 'POST', '/api/admin/energy/adjust', { uids: [uid], amount, reason })
}

export async function post(author: Person): Promise<number> {
  const body = '<p>A few words.</p><h2>And more</h2><p>Of them.</p>'
  return (await ask(author, 'POST', '/api/studio/posts', { title: 'A post to talk about', body })).id
}

export function say(by: Person, postId: number, body: string): Promise<Answer> {
  return ask(by, 'POST', `/api/posts/${postId}/comments`, { body })
}

/** A post by one user, open in the browser of another user. */
export async function reading({ exp = 60, energy = 5, look = {} as Look } = {}) {
  const [author, reader] = [await person(), await person(exp, energy)]
  const id = await post(author)
  return { author, reader, id, page: await open(reader, `/posts/${id}`, look) }
}

/** The texts of the comments, in page order. */
export function comments(page: Page): Promise<string[]> {
  return page.locator('.comment .comment-text').allTextContents()
}

/** The field for a new root comment, at the top. */
/** Opens the energize menu and presses the button for two energy. */
export async function pressEnergize(page: Page): Promise<void> {
  await page.click('[data-energize] summary')
  await page.click('[data-form=heavy]')
}

export const composer = (page: Page) => page.locator('.comments > form.composer')
