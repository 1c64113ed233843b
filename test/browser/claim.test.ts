import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { ownerLink } from '../../scripts/deploy/upload.ts'
import { type Query, withLiterals } from '../../scripts/site/query.ts'
import { browserOf, site, tabIn, theOwner } from './support/browser.ts'
import { batch, member } from './support/member.ts'

test('the link of a deployment makes its first user the owner, and works only once', async () => {
  await withoutOwner()
  const link = (await ownerLink(query, site, new Date())) ?? ''
  const context = await browserOf(await member())
  const [page, second] = [await tabIn(context), await context.newPage()]
  await page.goto(link)
  await second.goto(link)

  await page.fill('#claim [name="username"]', `hedy-${Date.now() % 1e7}`)
  await page.click('#claim [type="submit"]')
  await page.waitForURL('**/admin/setup')
  await page.locator('.celebration, .toast', { hasText: 'You are now the owner' }).waitFor()
  await page.goto(`${site}/admin/site-settings`)
  await page.getByRole('heading', { name: 'Site settings', level: 1 }).waitFor()

  await second.click('#claim [type="submit"]')
  await second.locator('#claim [role="alert"]', { hasText: 'not possible' }).waitFor()
  await second.reload()
  await second.getByText('This link has expired').waitFor()
  await expect.poll(() => second.locator('#claim').count()).toBe(0)
})

const query: Query = async <Row>(text: string, ...values: Parameters<typeof withLiterals>[1]) => {
  const [rows] = await batch([sql.raw(withLiterals(text, values))])
  return rows as Row[]
}

/**
 * The owner of the site is a user until the test ends, as on a site that has just been deployed.
 */
async function withoutOwner(): Promise<void> {
  const { uid } = await theOwner()
  const STAYS = 'users_last_owner_stays'
  const [trigger] = await query<{ sql: string }>(
    'SELECT sql FROM sqlite_schema WHERE name = ?',
    STAYS,
  )
  onTestFinished(async () => {
    await batch([
      sql`UPDATE users SET role = 'owner' WHERE uid = ${uid}`,
      sql`UPDATE users SET role = 'user' WHERE role = 'owner' AND uid <> ${uid}`,
    ])
  })
  // One transaction, so the trigger is never missing for the site.
  await batch([
    sql.raw(`DROP TRIGGER ${STAYS}`),
    sql`UPDATE users SET role = 'user' WHERE role = 'owner'`,
    sql.raw(trigger?.sql ?? ''),
  ])
}
