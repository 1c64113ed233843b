import { expect, test } from 'vitest'
import { open, site } from './support/browser.ts'
import { ask, comments, person, reading, say } from './support/community.ts'
import { setExp } from './support/database.ts'
import { member } from './support/member.ts'

test('likes and dislikes show immediately, exclude each other and persist', async () => {
  const { id, page, reader } = await reading()
  const [like, dislike] = [page.locator('[data-reaction=like]'), page.locator('[data-reaction=dislike]')]
  const state = async () => [await like.getAttribute('aria-pressed'), await dislike.getAttribute('aria-pressed')]
  await like.click()
  await expect
    .poll(async () => [await state(), await like.innerText()])
    .toEqual([['true', 'false'], expect.stringContaining('1')])
  await dislike.click()
  await expect.poll(() => state()).toEqual(['false', 'true'])
  await expect.poll(() => ask(reader, 'GET', `/api/posts/${id}/reaction`)).toEqual({ state: 'dislike', likes_count: 0 })
  await page.reload()
  await expect.poll(() => state()).toEqual(['false', 'true'])
})

test('a like is reverted when the request fails', async () => {
  const { page } = await reading()
  await page.route('**/like', (route) => route.abort())
  await page.locator('[data-reaction=like]').click()
  await page.locator('.toast.danger').waitFor()
  await expect.poll(() => page.locator('[data-reaction=like]').getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => page.locator('[data-reaction=like] [data-count]').textContent()).toBe('0')
})

test('a post is saved with one press and sorted into folders from a menu', async () => {
  const { id, page, reader } = await reading()
  const status = () => ask(reader, 'GET', `/api/posts/${id}/folder-status`)
  await page.locator('button.favorite').click()
  await expect.poll(async () => (await status()).folder_ids.length).toBe(1)
  await page.locator('.favorite-choice summary').click()
  await page.locator('.folder-list input').waitFor()
  await expect.poll(() => page.locator('.folder-list input').isChecked()).toBe(true)
  await page.locator('.folder-menu input[name=name]').fill('Read again')
  await page.keyboard.press('Enter')
  await page.getByLabel('Read again').waitFor()
  await expect.poll(async () => (await status()).folder_ids.length).toBe(2)
  // One press removes the post from both folders, another press restores both.
  const held = await status()
  await page.locator('button.favorite').click()
  await page.locator('.toast .undo').click()
  await expect.poll(status).toEqual(held)
  await page.locator('.favorite-choice summary').click()
  await expect.poll(() => page.locator('.folder-list input:checked').filter({ visible: true }).count()).toBe(2)
  await page.locator('.folder-list input').first().uncheck()
  await page.getByLabel('Read again').uncheck()
  await expect.poll(status).toEqual({ favorited: false, folder_ids: [] })
  await expect.poll(() => page.locator('button.favorite').getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.folder-menu').isVisible()).toBe(false)
})

test('energy is given after a confirmation, the ring fills, and the author thanks', async () => {
  const { id, page, author, reader } = await reading({ energy: 3 })
  await page.locator('[data-energize] summary').click()
  await page.locator('[data-form=heavy]').click()
  await page.locator('dialog button[value=cancel]').click()
  await expect.poll(async () => (await ask(reader, 'GET', '/api/energy/info')).energy).toBe(3)
  await page.locator('[data-form=heavy]').click()
  await page.locator('dialog button[value=yes]').click()
  await page.getByText(`${author.name} received 2 energy. Thank you!`).waitFor()
  await expect.poll(() => page.locator('.ring').getAttribute('aria-label')).toBe('You gave 2 of 20')
  await expect.poll(() => page.locator('[data-post-energy]').textContent()).toBe('2')
  // The page asks for a confirmation only once.
  await page.locator('[data-form=light]').click()
  await page.getByText('You can give 17 more · you have 0 energy').waitFor()
  // Below a balance of 0 it asks every time.
  await page.locator('[data-form=heavy]').click()
  await expect.poll(() => page.textContent('dialog[open] p')).toMatch(/leaves you -2\..* below 0/)
  await page.locator('dialog button[value=yes]').click()
  await page.getByText('You have -2 energy.').waitFor()
  await expect.poll(() => page.locator('[data-form=light]').isDisabled()).toBe(true)
  await expect.poll(async () => (await ask(author, 'GET', `/api/posts/${id}`)).energy).toBe(5)
})

test('a press whose response was lost is not charged twice', async () => {
  const { page, reader } = await reading({ energy: 5 })
  await page.route(
    '**/energize',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.locator('[data-energize] summary').click()
  await page.locator('[data-form=light]').click()
  await page.locator('dialog button[value=yes]').click()
  await page.locator('.toast.danger').waitFor()
  await page.locator('[data-form=light]').click()
  await page.getByText('You can give 19 more · you have 4 energy').waitFor()
  await expect.poll(async () => (await ask(reader, 'GET', '/api/energy/info')).energy).toBe(4)
})

test('the follow button goes through its states', async () => {
  const { page, author, reader } = await reading()
  const button = page.locator('.author-card [data-follow]')
  const label = () => button.innerText()
  await expect.poll(() => label()).toContain('Follow')
  await button.click()
  await expect.poll(label).toContain('Following')
  await expect.poll(() => page.locator('.author-card [data-followers-of]').textContent()).toBe('1 follower')
  await ask(author, 'POST', `/api/users/${reader.uid}/follow`)
  await page.reload()
  await page.mouse.move(0, 0)
  await expect.poll(() => button.getByText('Mutual').isVisible()).toBe(true)
  for (const look of [() => button.hover(), () => button.press('Shift')]) {
    await look()
    await expect.poll(() => button.getByText('Unfollow').isVisible()).toBe(true)
    await expect.poll(() => button.getByText('Mutual').isVisible()).toBe(false)
    await page.mouse.move(0, 0)
  }
  await button.click()
  await expect.poll(label).toContain('Follow back')
  await page.locator('.toast .undo').click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect
    .poll(() => ask(reader, 'GET', `/api/users/${author.uid}/follow-status`))
    .toMatchObject({ i_follow: true, mutual: true })
})

test('the daily check-in and a new level are each celebrated once', async () => {
  const reader = await person(60)
  const page = await open(reader, '/posts')
  await page.locator('.celebration').waitFor()
  await expect.poll(() => page.locator('.celebration').textContent()).toContain('Checked in today')
  await page.goto(`${site}/help`)
  await expect.poll(() => page.locator('.celebration').count()).toBe(0)
  await setExp(reader.uid, 250)
  await page.goto(`${site}/posts`)
  await page.getByText('you reached Lv3').waitFor()
  await page.reload()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect.poll(() => page.locator('.celebration').count()).toBe(0)
})

test('a newcomer starts a first post at level 0 and can publish it after reaching level 1', async () => {
  const { page, reader } = await reading({ exp: 0, look: { viewport: { width: 360, height: 740 } } })
  await page.locator('.comments > form.composer textarea').pressSequentially('Hi @so')
  await page.getByText('Username completion is available from Lv3').waitFor()
  await page.goto(`${site}/posts`)
  await expect.poll(async () => (await page.locator('.first-steps').boundingBox())?.y).toBeLessThan(300)
  await page.locator('.first-steps a[href="/studio/write"]').click()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.locator('.ProseMirror').waitFor()
  await page.fill('[name="title"]', 'Begun at Lv0')
  await page.locator('[data-state="kept"]').waitFor()
  await page.keyboard.press('Control+s')
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('Begun at Lv0'))
  expect(sent).toEqual([])
  await setExp(reader.uid, 10)
  await page.reload()
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Begun at Lv0')
  await page.locator('[data-state="saved"]').waitFor()
})

test('a Lv0 author chooses a name on the write page, keeps the text and publishes it', async () => {
  const taken = await person()
  const page = await open(await member(), '/studio/write', { viewport: { width: 360, height: 740 } })
  await page.locator('.ProseMirror').waitFor()
  await page.fill('[name="title"]', 'Written before the name')
  await page.locator('.ProseMirror').pressSequentially('Kept in this browser.')
  await page.locator('[data-state="kept"]').waitFor()
  await page.reload()
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Written before the name')
  await page.getByRole('link', { name: 'Choose a name to publish' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('username')
  await page.keyboard.type(taken.name)
  await page.keyboard.press('Enter')
  await page.locator('#username-error', { hasText: 'taken' }).waitFor()
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Written before the name')
  await page.fill('#username', `w-${taken.name}`.slice(0, 20))
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.locator('.celebration', { hasText: 'You can publish now' }).waitFor()
  await page.locator('[data-state="saved"]').waitFor()
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Written before the name')
  await page.locator('.write-bar').getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/posts\/\d+$/)
  await page.getByText('Kept in this browser.').waitFor()
})

test('an anonymous visitor can read everything, and actions lead to the login', async () => {
  const { id, author } = await reading()
  await say(author, id, 'For everybody')
  const page = await open(null, `/posts/${id}`, { viewport: { width: 320, height: 640 } })
  await expect.poll(() => comments(page)).toEqual(['For everybody'])
  await expect.poll(() => page.$eval('.brand svg', ({ clientWidth }) => clientWidth)).toBe(32)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.locator('.reaction.like').click()
  await page.waitForURL(`${site}/login?next=${encodeURIComponent(`/posts/${id}`)}`)
})

const PHONE = { viewport: { width: 360, height: 740 } }

test('on a phone the hint and the counter of a reply are one line each, and both buttons of the login box share a line', async () => {
  const { page, author, id } = await reading({ look: PHONE })
  await say(author, id, 'What do you think?')
  await page.reload()
  await page.getByRole('button', { name: 'Reply' }).first().click()
  const foot = page.locator('form.composer.reply .composer-foot')
  await page.locator('form.composer.reply textarea').fill('A lot of it. '.repeat(40))
  for (const line of ['a', '.counter']) await expect.poll(() => foot.locator(line).evaluate(linesOf)).toBe(1)
  const visit = await open(null, `/posts/${id}`, PHONE)
  const tops = () =>
    visit.locator('.comment-invitation .button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  await expect.poll(async () => new Set(await tops()).size).toBe(1)
  expect(await tops()).toHaveLength(2)
})

function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('the first profile save shows one message with the new level and the check-in', async () => {
  const page = await open(await member({}), '/settings')
  await page.fill('[name=username]', `first-${Date.now() % 1e7}`)
  await Promise.all([page.waitForEvent('load'), page.click('.profile-form [type=submit]')])
  await page.locator('.celebration', { hasText: /saved.*Lv1.*Checked in today/i }).waitFor()
  await expect.poll(() => page.locator('[role=status].toasts > :not(template)').count()).toBe(1)
})

test('the default folder has a name in the language of the page in the folder menu', async () => {
  const { reader, id } = await reading()
  await ask(reader, 'POST', `/api/posts/${id}/favorite`)
  const page = await open(reader, `/posts/${id}`, { locale: 'zh-CN' })
  await page.locator('[data-favorite] summary').click()
  await page.locator('.folder-name', { hasText: '默认收藏夹' }).waitFor()
})

test('a visitor with a phone opens posts and tags from the menu of the bar', async () => {
  const page = await open(null, '/search', PHONE)
  for (const [name, path] of [
    ['Posts', '/posts'],
    ['Tags', '/tags'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#top-menu').getByRole('link', { name }).click()
    await page.waitForURL(site + path)
  }
})

test('the links of the bar are at the same place on the search page', async () => {
  const page = await open(null, '/posts')
  const left = () =>
    page.locator('.top-bar a.button[href="/posts"]').evaluate((link) => link.getBoundingClientRect().left)
  const before = await left()
  await page.goto(`${site}/search`)
  await expect.poll(left).toBe(before)
})

test('the page of a site without posts is centred', async () => {
  const page = await open(null, '/posts')
  await page.evaluate(() => document.querySelector('.side')?.replaceChildren())
  const margins = await page.locator('main').evaluate((main) => {
    const { left, right } = main.getBoundingClientRect()
    return [left, document.documentElement.clientWidth - right]
  })
  expect(margins[0]).toBe(margins[1])
})
