import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessibilityProblems } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { site } from './support/browser.ts'
import { batch } from './support/database.ts'
import { member } from './support/member.ts'
import { advanceTimers } from './support/time.ts'

test('the settings page follows an export until it is ready, and offers to try again after a failure', async () => {
  const person = await member()
  const id = 'e'.repeat(22)
  const later = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const change = (assignments: string) =>
    batch([sql`UPDATE account_exports SET ${sql.raw(assignments)} WHERE id = ${id}`])
  // Claimed by another run, so that the cron of the site does not finish it.
  await batch([
    sql`INSERT INTO account_exports (id, user_id, format, progress, claim, claimed_until, created_at)
        VALUES (${id}, ${person.uid}, 'zip', 0.2, 'a run', ${later}, ${later})`,
  ])
  const context = await browserWithAxe(person)
  const page = await context.newPage()
  await page.goto(`${site}/settings?tab=account`)
  const bar = page.locator('[data-export-in-progress] progress')
  expect(await bar.getAttribute('value')).toBe('0.2')
  expect(await accessibilityProblems(page)).toEqual([])
  await change('progress = 0.6')
  await advanceTimers(page)
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBe(0.6)
  await change(`status = 'ready', progress = 1, work = '{"parts":[]}', expires_at = '${later}'`)
  await page.locator(`a[href="/api/settings/exports/${id}/file"]`).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await change(`status = 'failed'`)
  await page.reload()
  await page.locator('a[href="/settings/export/zip"]', { hasText: 'Try again' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await batch([sql`DELETE FROM account_exports WHERE id = ${id}`])
})
