import type { Page } from 'playwright-core'
import { type Person, theOwner } from './browser.ts'
import { ask, type Named, person, post } from './community.ts'

interface Staff {
  owner: Person
  author: Named
  reviewer: Named
  other: Named
}

/** The owner of the site, an author, and two admins. */
export class Office {
  readonly owner: Person
  readonly author: Named
  readonly reviewer: Named
  readonly other: Named

  private constructor({ owner, author, reviewer, other }: Staff) {
    this.owner = owner
    this.author = author
    this.reviewer = reviewer
    this.other = other
  }

  static async open(): Promise<Office> {
    const owner = await theOwner()
    const [author, reviewer, other] = [await person(), await person(), await person()]
    for (const { uid } of [reviewer, other]) await ask(owner, 'PUT', `/api/admin/users/${uid}/role`, { role: 'admin' })
    return new Office({ owner, author, reviewer, other })
  }

  /** Runs after each test: restores the review setting. */
  async tidy(): Promise<void> {
    await this.turn('audit.enabled', false)
  }

  async turn(key: string, value: boolean): Promise<void> {
    await ask(this.owner, 'PUT', '/api/admin/site-settings', { key, value })
  }

  written(title: string): Promise<number> {
    return post(this.author, { title, body: `<p>The words of ${title}.</p>` })
  }

  async submitted(...titles: string[]): Promise<number[]> {
    await this.turn('audit.enabled', true)
    const ids: number[] = []
    for (const title of titles) {
      const id = await this.written(title)
      await ask(this.author, 'POST', `/api/studio/posts/${id}/submit`)
      ids.push(id)
    }
    return ids
  }

  async statusOf(id: number): Promise<string> {
    return (await ask(this.owner, 'GET', `/api/admin/posts/${id}`)).status
  }
}

/** Waits for the next page load. The URL may stay the same. */
export const andLoad = (page: Page, act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()])
