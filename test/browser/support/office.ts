import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from './chromium.mjs'
import { call, logIn, type Person, register, signIn } from './people.ts'

export type Named = Person & { name: string }

interface Answer {
  id: number
  status: string
  email: string
  energy: number
  'comments.enabled': boolean
}

interface Staff {
  owner: Person
  author: Named
  reviewer: Named
  other: Named
}

/** The owner of the site, an author, and two admins, each with as many browsers as are opened for them. */
export class Office {
  readonly site: string
  readonly #browser: Browser
  readonly #contexts: BrowserContext[] = []
  readonly owner: Person
  readonly author: Named
  readonly reviewer: Named
  readonly other: Named

  private constructor(site: string, browser: Browser, { owner, author, reviewer, other }: Staff) {
    this.site = site
    this.#browser = browser
    this.owner = owner
    this.author = author
    this.reviewer = reviewer
    this.other = other
  }

  static async open(site: string, account: { email: string; password: string }): Promise<Office> {
    const owner = await logIn(site, account)
    const [author, reviewer, other] = [await namedPerson(site), await namedPerson(site), await namedPerson(site)]
    for (const { uid } of [reviewer, other]) {
      await call(site, owner, 'PUT', `/api/admin/users/${uid}/role`, { role: 'admin' })
    }
    return new Office(site, await launchChromium(), { owner, author, reviewer, other })
  }

  /** After each test: browsers are closed, and the switch that tests turn is back. */
  async tidy(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close()
    await this.turn('audit.enabled', false)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  async visit(person: Person | null, path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await this.#browser.newContext({ locale: 'en', bypassCSP: true, ...options })
    this.#contexts.push(context)
    if (person) await signIn(context, this.site, person)
    const page = await context.newPage()
    await page.goto(this.site + path)
    return page
  }

  async ask(person: Person, method: string, path: string, body?: unknown): Promise<Answer> {
    return (await call(this.site, person, method, path, body)) as Answer
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

/** What loads the next page: its address may be the one that is shown. */
export const onwards = (page: Page, act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()])

/** Somebody of the first level, named, so that they can write and be told apart. Review must be off. */
export async function namedPerson(site: string): Promise<Named> {
  const person = await register(site)
  const name = `m${person.uid}`
  await call(site, person, 'PUT', '/api/settings/profile', { username: name })
  return { ...person, name }
}
