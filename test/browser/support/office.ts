import type { Page } from 'playwright-core'
import { theOwner } from './browser.ts'
import { ask, person, post } from './community.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>

/** The owner of the site, an author, and two admins. */
export async function openOffice() {
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
    /** Runs after each test: restores the review setting. */
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
    /** Approves what other tests left in the queue: the page shows its oldest posts only. */
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
