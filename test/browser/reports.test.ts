// @module-tag long
import { expect, test } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { checkState, expectAccessible } from './support/accessible.ts'
import { call, newBrowserOf, open, type Person, signIn, site, theOwner } from './support/browser.ts'
import { ask, dialogScript, person, post, say } from './support/community.ts'
import { andLoad } from './support/office.ts'

interface Case {
  case_id: number
  kind: 'post' | 'comment' | 'user'
  id: number
}

/** The path of the open case about this target. */
async function caseAbout(by: Person, kind: Case['kind'], id: number): Promise<string> {
  const { items } = (await call(by, 'GET', '/api/admin/reports?limit=50')) as { items: Case[] }
  return `/admin/reports?case=${items.find((each) => each.kind === kind && each.id === id)?.case_id}`
}

test('a comment is reported by keyboard with reason and note, decided in the queue, and the reporter is notified', async () => {
  const admin = await theOwner()
  const [author, reader] = [await person(), await person()]
  const title = `Reported by ${reader.name}`
  const id = await post(author, { title, body: '<p>Buy them at once.</p>' })
  const said = await say(author, id, 'Buy my stuff at once')
  const context = await newBrowserOf(reader)
  const page = await context.newPage()
  const address = `${site}/posts/${id}`
  await page.goto(address)
  const loaded = dialogScript(page)
  await page.locator(`#comment-${said.id} [data-report]`).focus()
  // The focus loads the dialog, which is not open yet.
  expect((await loaded).ok()).toBe(true)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] h2', { hasText: `Report a comment by ${author.name}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] .field-error', { hasText: 'Choose a reason.' }).waitFor()
  await checkState(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('It is everywhere')
  const { items } = await ask(admin, 'GET', '/api/admin/reports')
  expect(JSON.stringify(items)).not.toContain('Buy my stuff')
  await page.locator('dialog[open] [type=submit]').focus()
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: 'Report sent. Thank you.' }).waitFor()
  await expect
    .poll(async () => [page.url(), await page.locator('dialog[open]').count()])
    .toEqual([address, 0])
  await ask(reader, 'POST', '/api/reports', {
    post_id: id,
    reason: 'other',
    text: 'All of it is advertising',
  })
  await ask(author, 'PUT', `/api/studio/posts/${id}`, {
    title: 'A walk',
    body: '<p>Look at the trees.</p>',
  })

  await context.clearCookies()
  await signIn(context, admin)
  const desk = page
  await desk.goto(site + (await caseAbout(admin, 'comment', said.id)))
  await desk.locator('.rendered .comment-text', { hasText: 'Buy my stuff at once' }).waitFor()
  await expect.poll(() => desk.textContent('.moves')).toContain('first report')
  await desk.locator('q', { hasText: 'It is everywhere' }).waitFor()
  await desk.keyboard.press('r')
  await expect.poll(() => desk.textContent('dialog[open] h2')).toBe('Remove: Buy my stuff at once')
  await desk.click('dialog[open] [data-canned]')
  await andLoad(desk, () => desk.click('dialog[open] [type="submit"]'))
  await desk.locator('.toast', { hasText: 'Removed.' }).waitFor()
  expect((await ask(reader, 'GET', `/api/posts/${id}/comments`)).items).toEqual([])

  // A post that its author has edited since the report.
  await andLoad(desk, () => desk.locator('.queued', { hasText: title }).click())
  await desk.locator('.queued[aria-current]', { hasText: 'now “A walk”' }).waitFor()
  await desk.locator('.rendered', { hasText: 'Buy them at once.' }).waitFor()
  await desk.locator('.diff del', { hasText: 'Buy' }).waitFor()
  await desk.locator('q', { hasText: 'All of it is advertising' }).waitFor()
  await expectAccessible(desk)
  await andLoad(desk, () => desk.keyboard.press('a'))
  const notices = (await ask(reader, 'GET', '/api/messages?category=system')).items
  for (const text of ['took no action', 'We took action, thank you'])
    expect(notices).toContainEqual(expect.objectContaining({ text: expect.stringContaining(text) }))
})

test('a member blocks the author of a comment in the menu of their space, not in the report; the comment is collapsed, and the menu and the settings unblock the author', async () => {
  const [author, loud, reader] = [await person(), await person(), await person()]
  const id = await post(author)
  const said = await say(loud, id, 'Listen to me!')
  const page = await open(reader, `/posts/${id}`)
  const site = new URL(page.url()).origin
  const loaded = dialogScript(page)
  await page.locator(`#comment-${said.id} [data-report]`).hover()
  // The pointer loads the dialog, which is not open yet.
  expect((await loaded).ok()).toBe(true)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await page.locator(`#comment-${said.id} [data-report]`).click()
  await page.locator('dialog[open]').waitFor()
  await expect.poll(() => page.locator('dialog[open] button', { hasText: 'Block' }).count()).toBe(0)

  await page.goto(`${site}/space/${loud.uid}`)
  const choose = async (label: string) => {
    await page.getByLabel('More actions').click()
    await page.locator('.space-actions .menu').getByRole('button', { name: label }).click()
  }
  for (const action of ['Block', 'Unblock', 'Block']) {
    const confirm = page.locator('dialog[open] [value="yes"]')
    if (action === 'Unblock') await andLoad(page, () => choose(`Unblock ${loud.name}`))
    else {
      await choose(`Block ${loud.name}`)
      await andLoad(page, () => confirm.click())
    }
    const said = action === 'Block' ? `You blocked ${loud.name}.` : 'Unblocked.'
    await page.locator('.toast', { hasText: said }).waitFor()
  }
  await choose('Report this user')
  await page.locator('dialog[open] h2', { hasText: `Report ${loud.name}` }).waitFor()
  await page.goto(`${site}/posts/${id}`)
  const folded = page.locator(`#comment-${said.id} details`)
  await expect.poll(() => folded.locator('.comment-text').isVisible()).toBe(false)
  await folded.locator('summary').focus()
  await page.keyboard.press('Enter')
  await folded.locator('.comment-text', { hasText: 'Listen to me!' }).waitFor()

  await page.goto(`${site}/settings?tab=blocks`)
  await page.locator('.device', { hasText: loud.name }).waitFor()
  await page.locator('.device', { hasText: loud.name }).locator('button').click()
  await expect.poll(() => page.locator('.device').count()).toBe(0)
  expect((await ask(reader, 'GET', '/api/settings/blocks')).items).toEqual([])
})

interface Banned {
  ban_ends_at: string
  hiding: { posts_count: number } | null
}

test('a reported user is banned for some days, and another one is banned with all content hidden', async () => {
  const admin = await theOwner()
  const [one, two, reader] = [await person(), await person(), await person()]
  await post(two)
  for (const { uid } of [one, two])
    await ask(reader, 'POST', '/api/reports', { uid, reason: 'spam' })
  const desk = await open(admin, await caseAbout(admin, 'user', one.uid))
  const ban = async (dialog: string, days: string) => {
    await desk.click(`[data-opens="${dialog}"]`)
    await desk.fill('dialog[open] [name="days"]', days)
    await andLoad(desk, () => desk.click('dialog[open] [type="submit"]'))
    await desk.locator('.toast', { hasText: 'Banned.' }).waitFor()
  }
  await ban('remove-dialog', '3')
  await desk.goto(site + (await caseAbout(admin, 'user', two.uid)))
  await ban('hide-dialog', '5')
  const stateOf = async ({ uid }: { uid: number }) => {
    const { ban_ends_at, hiding } = (await call(admin, 'GET', `/api/admin/users/${uid}`)) as Banned
    return [Math.round((Date.parse(ban_ends_at) - Date.now()) / DAY), hiding?.posts_count]
  }
  expect(await stateOf(one)).toEqual([3, undefined])
  expect(await stateOf(two)).toEqual([5, 1])
})
