// @module-tag long
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appWith } from '../features/accounts/second-factor/authenticator.ts'
import { checkState, expectAccessible } from './support/accessible.ts'
import { htmlOf, open, textsOf } from './support/browser.ts'
import { batch, clock, member, PASSWORD, submitLogin } from './support/member.ts'
import { andLoad } from './support/office.ts'
import { advanceTimers, fireRunningTimers } from './support/time.ts'

test('an access token is created, shown once, used by a program, and revoked', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=tokens')
  await expect.poll(() => page.locator('.shown-once[role=status]').isVisible()).toBe(false)
  await page.fill('[name="name"]', 'backup script')
  await page.fill('[name="expires_in_days"]', '30')
  await page.click('main form [type="submit"]')
  await page.locator('.device', { hasText: 'backup script' }).waitFor()
  await checkState(page)
  const token = (await page.textContent('#new-token')) ?? ''
  expect(token).toMatch(/^joule_/)
  await page.click('.shown-once[role=status] button')
  await expect.poll(() => page.textContent('.toast')).toBe('Copied.')
  const ask = () =>
    fetch(new URL('/api/level/info', page.url()), { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  const { html } = await htmlOf(person, '/settings?tab=tokens')
  expect([html.includes('backup script'), html.includes(token)]).toEqual([true, false])
  await page.click('.device [type="submit"]')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => page.locator('.device').count()).toBe(0)
  await page.getByText('No tokens yet.').waitFor()
  expect((await ask()).status).toBe(401)
})

test('two-step verification is set up, required at login, and turned off after a confirmation with a recovery code', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=security')
  await page.click('[data-totp-start] [type="submit"]')
  await page.locator('[data-totp-set-up]').waitFor({ state: 'visible' })
  await checkState(page)
  expect(
    await page.evaluate(() =>
      document.querySelector<HTMLImageElement>('[data-totp-picture] img')?.decode(),
    ),
  ).toBe(undefined)
  const secret = ((await page.textContent('[data-totp-secret]')) ?? '').replaceAll(' ', '')
  const app = appWith(secret, clock)
  const used = await app.code()
  await page.fill('[name="code"]', used)
  await page.click('[data-totp-set-up] [type="submit"]')
  await page.locator('[data-totp-done]').waitFor({ state: 'visible' })
  await expect.poll(() => page.textContent('#second-factor-heading .badge')).toBe('On')
  const codes = ((await page.innerText('#recovery-codes')) ?? '').split('\n')
  expect(codes).toHaveLength(10)

  const login = await open(null, '/login?next=/settings?tab=security')
  await submitLogin(login, person)
  await login.locator('#second-factor').waitFor()
  await checkState(login)
  await expect.poll(() => textsOf(login, 'h1')).toEqual(['Enter the code'])
  await login.fill('[name="code"]', used)
  await login.click('#second-factor [type="submit"]')
  await expect.poll(() => login.textContent('[data-error-for="code"]')).not.toBe('')
  // The next code is valid already, because a clock may be one step off.
  await login.fill('[name="code"]', await app.code(1))
  await andLoad(login, () => login.click('#second-factor [type="submit"]'))
  await expect.poll(() => new URL(login.url()).search).toBe('?tab=security')

  await batch([
    sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ${person.uid}`,
  ])
  await login.locator('button.danger', { hasText: 'Turn off' }).click()
  const dialog = login.locator('dialog[open]')
  await dialog.locator('[name="password"]').fill('not this one')
  await dialog.locator('[name="code"]').fill(codes[0] ?? '')
  await dialog.locator('[type="submit"]').click()
  await expect
    .poll(() => dialog.locator('[role="alert"]').textContent())
    .toContain('Wrong password')
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await andLoad(login, () => dialog.locator('[type="submit"]').click())
  await login.locator('[data-totp-start]').waitFor({ state: 'visible' })
})

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
  const page = await open(person, '/settings?tab=account', {
    viewport: { width: 320, height: 640 },
  })
  const bar = page.locator('[data-export-in-progress] progress')
  expect(await bar.getAttribute('value')).toBe('0.2')
  const fileOf = (id: string | undefined) =>
    page.locator(`a[href="/api/settings/exports/${id}/file"]`)
  await fileOf(ready).waitFor()
  await page.locator('a[href="/settings/export/json"]', { hasText: 'Try again' }).waitFor()
  await expectAccessible(page)
  await change('progress = 0.6')
  await advanceTimers(page)
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBe(0.6)
  await change(`status = 'ready', progress = 1, work = '{"parts":[]}', expires_at = '${later}'`)
  await fireRunningTimers(page)
  await fileOf(running).waitFor()
  await batch([sql`DELETE FROM account_exports WHERE user_id = ${person.uid}`])
})

test('after the last passkey is removed, the page shows the same as a new load of it', async () => {
  const me = await member({
    username: `fresh-${crypto.randomUUID().slice(0, 8)}`,
    exp: 60,
    energy: 0,
  })
  await batch([
    sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        VALUES (${me.uid}, ${`key-${me.uid}`}, 'key', 0, '[]', 'My laptop', '2026-01-01T00:00:00.000Z')`,
  ])
  const page = await open(me, '/settings?tab=security')
  await page.getByRole('button', { name: /^Remove the passkey My laptop/ }).click()
  await page.locator('dialog[open] [value="yes"]').click()
  await expect
    .poll(async () => (await page.locator('[data-fresh="passkeys"]').innerText()).trim())
    .toMatch(/^No passkeys yet/)
  const shown = await page.locator('main').innerText()
  await page.reload()
  await expect.poll(() => page.locator('main').innerText()).toBe(shown)
})
