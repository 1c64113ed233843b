import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessibilityProblems } from './support/accessible.ts'
import { addAxe } from './support/axe.ts'
import { open } from './support/browser.ts'
import { batch } from './support/database.ts'
import { member } from './support/member.ts'
import { advanceTimers, fireRunningTimers } from './support/time.ts'

test('the settings page follows an export until it is ready, and offers to try again after a failure', async () => {
  const person = await member()
  const [running, ready, failed] = ['r', 'd', 'f'].map((letter) => letter.repeat(22))
  const later = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const change = (assignments: string) =>
    batch([sql`UPDATE account_exports SET ${sql.raw(assignments)} WHERE id = ${running}`])
  // Claimed by another run, so that the cron of the site does not finish it.
  await batch([
    sql`INSERT INTO account_exports (id, user_id, format, progress, claim, claimed_until, created_at)
        VALUES (${running}, ${person.uid}, 'zip', 0.2, 'a run', ${later}, ${later})`,
    sql`INSERT INTO account_exports (id, user_id, format, status, work, claimed_until, expires_at, created_at)
        VALUES (${ready}, ${person.uid}, 'ghost', 'ready', '{"parts":[]}', ${later}, ${later}, ${later}),
               (${failed}, ${person.uid}, 'json', 'failed', NULL, ${later}, ${later}, ${later})`,
  ])
  const page = await open(person, '/settings?tab=account', { viewport: { width: 320, height: 640 } })
  const bar = page.locator('[data-export-in-progress] progress')
  expect(await bar.getAttribute('value')).toBe('0.2')
  const fileOf = (id: string | undefined) => page.locator(`a[href="/api/settings/exports/${id}/file"]`)
  await fileOf(ready).waitFor()
  await page.locator('a[href="/settings/export/json"]', { hasText: 'Try again' }).waitFor()
  await addAxe(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await change('progress = 0.6')
  await advanceTimers(page)
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBe(0.6)
  await change(`status = 'ready', progress = 1, work = '{"parts":[]}', expires_at = '${later}'`)
  await fireRunningTimers(page)
  await fileOf(running).waitFor()
  await batch([sql`DELETE FROM account_exports WHERE user_id = ${person.uid}`])
})
