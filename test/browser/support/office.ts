import type { Page } from 'playwright-core'
import { type Person, theOwner } from './browser.ts'
import { ask, type Named, person, post } from './community.ts'

/** The owner of the site, an author, two admins, and what they often do. */
export interface Office {
  owner: Person
  author: Named
  reviewer: Named
  /** The second admin. */
  other: Named
  /** Changes a setting of the site. */
  turn(key: string, value: boolean): ReturnType<typeof ask>
  /** Publishes a post of the author. Returns its id. */
  written(title: string): Promise<number>
  /** Runs after each test: restores the review setting. */
  tidy(): ReturnType<typeof ask>
  /** Turns reviews on and submits posts of the author. Returns their ids. */
  submitted(...titles: string[]): Promise<number[]>
  /**
   * Approves the posts that other tests left in the queue, because the page shows its oldest only.
   */
  emptyQueue(): Promise<void>
  statusOf(id: number): Promise<string>
}

export async function openOffice(): Promise<Office> {
  const owner = await theOwner()
  const [author, reviewer, other] = [await person(), await person(), await person()]
  for (const { uid } of [reviewer, other])
    await ask(owner, 'PUT', `/api/admin/users/${uid}/role`, { role: 'admin' })
  const turn = (key: string, value: boolean) =>
    ask(owner, 'PUT', '/api/admin/site-settings', { key, value })
  const written = (title: string) => post(author, { title, body: `<p>The words of ${title}.</p>` })
  return {
    owner,
    author,
    reviewer,
    other,
    turn,
    written,
    tidy: () => turn('audit.enabled', false),
    async submitted(...titles: string[]): Promise<number[]> {
      await turn('audit.enabled', true)
      const ids: number[] = []
      for (const title of titles) {
        const id = await written(title)
        await ask(author, 'POST', `/api/studio/posts/${id}/submit`)
        ids.push(id)
      }
      return ids
    },
    async emptyQueue(): Promise<void> {
      const { items } = await ask(owner, 'GET', '/api/admin/posts?status=pending&limit=50')
      for (const { id } of items as { id: number }[])
        await ask(owner, 'POST', `/api/admin/posts/${id}/approve`)
    },
    statusOf: async (id: number) => (await ask(owner, 'GET', `/api/admin/posts/${id}`)).status,
  }
}

/** Waits for the next page load. The URL may stay the same. */
export const andLoad = (page: Page, act: () => Promise<void>) =>
  Promise.all([page.waitForEvent('load'), act()])
