import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { open, type Person } from './support/browser.ts'
import { ask, person } from './support/community.ts'
import { batch, member } from './support/member.ts'

interface Case {
  path: string
  prepare(me: Person): Promise<unknown>
  /** The hook of the part that shows the state. */
  part: string
  button: RegExp
  /** The text of the part after the action. */
  after: RegExp
}

const CASES: Record<string, Case> = {
  'a removed passkey': {
    path: '/settings?tab=security',
    prepare: ({ uid }) =>
      batch([
        sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
            VALUES (${uid}, ${`key-${uid}`}, 'key', 0, '[]', 'My laptop', '2026-01-01T00:00:00.000Z')`,
      ]),
    part: 'passkeys',
    button: /^Remove the passkey My laptop/,
    after: /^No passkeys yet/,
  },
  'an unblocked user': {
    path: '/settings?tab=blocks',
    prepare: async (me) => ask(me, 'POST', `/api/users/${(await person()).uid}/block`),
    part: 'blocks',
    button: /^Unblock/,
    after: /You haven’t blocked anyone/,
  },
}

test.each(Object.entries(CASES))(
  'after the action, the page shows the same as a new load of it: %s',
  async (_, each) => {
    const me = await member({ username: `fresh-${crypto.randomUUID().slice(0, 8)}`, exp: 60, energy: 0 })
    await each.prepare(me)
    const page = await open(me, each.path)
    const part = page.locator(`[data-fresh="${each.part}"]`)
    await page.getByRole('button', { name: each.button }).click()
    const yes = page.locator('dialog[open] [value="yes"]')
    if (each.part !== 'blocks') await yes.click()
    await expect.poll(async () => (await part.innerText()).trim()).toMatch(each.after)
    const shown = await page.locator('main').innerText()
    await page.reload()
    await expect.poll(() => page.locator('main').innerText()).toBe(shown)
  },
)
