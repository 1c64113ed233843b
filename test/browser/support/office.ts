import type { Page } from 'playwright-core'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { call, type Person, theOwner } from './browser.ts'
import { member } from './member.ts'

type Named = Person & { name: string }

interface Answer {
  id: number
  status: string
  version: number
  email: string
  energy: number
  ban_ends_at: string | null
  hiding: unknown
  silence: { reason: string; since: string; ends_at: string } | null
  'comments.enabled': boolean
}

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
    const [author, reviewer, other] = [await namedPerson(), await namedPerson(), await namedPerson()]
    for (const { uid } of [reviewer, other]) await call(owner, 'PUT', `/api/admin/users/${uid}/role`, { role: 'admin' })
    return new Office({ owner, author, reviewer, other })
  }

  /** Runs after each test: restores the review setting. */
  async tidy(): Promise<void> {
    await this.turn('audit.enabled', false)
  }

  async ask(person: Person, method: string, path: string, body?: unknown): Promise<Answer> {
    return (await call(person, method, path, body)) as Answer
  }

  turn(key: string, value: boolean): Promise<Answer> {
    return this.ask(this.owner, 'PUT', '/api/admin/site-settings', { key, value })
  }

  async written(title: string): Promise<number> {
    const body = `<p>The words of ${title}.</p>`
    return (await this.ask(this.author, 'POST', '/api/studio/posts', { title, body })).id
  }

  async submitted(...titles: string[]): Promise<number[]> {
    await this.turn('audit.enabled', true)
    const ids: number[] = []
    for (const title of titles) {
      const id = await this.written(title)
      await this.ask(this.author, 'POST', `/api/studio/posts/${id}/submit`)
      ids.push(id)
    }
    return ids
  }

  async statusOf(id: number): Promise<string> {
    return (await this.ask(this.owner, 'GET', `/api/admin/posts/${id}`)).status
  }
}

/** Waits for the next page load. The URL may stay the same. */
export const andLoad = (page: Page, act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()])

let named = 0

/** A named user of level 1, who may write. */
export async function namedPerson(): Promise<Named> {
  const name = `m${Date.now() % 1e7}-${named++}`
  return { ...(await member({ username: name, exp: LEVEL_FLOORS[1] })), name }
}
