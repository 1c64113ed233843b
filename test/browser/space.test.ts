import { expect, test } from 'vitest'
import { open, site } from './support/browser.ts'
import { ask, person, post, say, scene } from './support/community.ts'

test('users are followed from a space and its lists, the counts follow, and the buttons fit one line on every phone', async () => {
  const [star, fan, me] = [await person(), await person(), await person()]
  await ask(fan, 'POST', `/api/users/${star.uid}/follow`)
  await ask(star, 'POST', `/api/users/${me.uid}/follow`)
  const page = await open(me, `/space/${star.uid}?tab=followers`, {
    viewport: { width: 320, height: 640 },
  })
  const heights = () =>
    page.$$eval('.space-actions .button', (buttons) =>
      buttons.map((button) => button.getBoundingClientRect().top),
    )
  await expect
    .poll(async () => [(await heights()).length, new Set(await heights()).size])
    .toEqual([3, 1])
  await expect.poll(() => page.locator('[data-followers]').innerText()).toBe('1')
  await page.locator('.space-head [data-follow]').click()
  await expect.poll(() => page.locator('[data-followers]').innerText()).toBe('2')

  const button = page.locator(`.people [data-follow="${fan.uid}"]`)
  await expect.poll(() => button.innerText()).toContain('Follow')
  await button.click()
  await expect.poll(() => button.innerText()).toContain('Following')
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect
    .poll(() => ask(me, 'GET', `/api/users/${fan.uid}/follow-status`))
    .toEqual({ i_follow: true, follows_me: false, mutual: false })
  await page.goto(`${site}/space/${me.uid}?tab=following`)
  await expect
    .poll(() => page.locator('.space-figure b').allTextContents())
    .toEqual(['0', '2', '1'])
  await button.click()
  await expect
    .poll(() => page.locator('.space-figure b').allTextContents())
    .toEqual(['0', '1', '1'])
})

test('a list is made private with one switch', async () => {
  const [owner, fan] = [await person(), await person()]
  const page = await open(owner, `/space/${owner.uid}?tab=settings`)
  await page.getByRole('switch').click()
  await page.getByText('Your lists are now private.').waitFor()
  const list = ask(fan, 'GET', `/api/users/${owner.uid}/followers`)
  await expect(list).rejects.toThrow('403')
})

test('a folder is created, renamed, made public and deleted', async () => {
  const owner = await person()
  const page = await open(owner, `/space/${owner.uid}?tab=favorites`)
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => dialog.locator('.field-error').innerText()).not.toBe('')
  await dialog.getByLabel('Name').fill('Long reads')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Folder “Long reads” created.').waitFor()
  await expect.poll(() => page.locator('.folder').innerText()).toContain('Private')

  await page.getByRole('button', { name: 'Edit folder “Long reads”' }).click()
  await dialog.getByLabel('Name').fill('For the train')
  await dialog.getByLabel(/Public/).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await expect
    .poll(() => page.locator('.folder').innerText())
    .toMatch(/For the train\s+0 posts\s*Public/)
  expect((await ask(owner, 'GET', '/api/folders')).items).toMatchObject([
    { name: 'For the train', public: true },
  ])

  await page.getByRole('button', { name: 'Delete folder “For the train”' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Folder deleted.').waitFor()
  await expect.poll(() => page.locator('.empty h2').innerText()).toBe('No folders yet')
  expect((await ask(owner, 'GET', '/api/folders')).items).toEqual([])
})

test('posts are removed from a folder on its page, including the last post', async () => {
  const [owner, author] = [await person(), await person()]
  const { id } = await ask(owner, 'POST', '/api/folders', { name: 'Two of them' })
  for (let n = 0; n < 2; n++)
    await ask(owner, 'POST', `/api/folders/${id}/posts`, { post_id: await post(author) })
  const page = await open(owner, `/folders/${id}`)
  await expect.poll(() => page.locator('.post-list > li').count()).toBe(2)
  await expect.poll(() => page.locator('.empty').isVisible()).toBe(false)
  for (const left of [1, 0]) {
    await page.locator('.post-list .remove').first().click()
    await expect.poll(() => page.locator('.post-list > li').count()).toBe(left)
    await expect
      .poll(() => page.locator('.folder-facts').first().innerText())
      .toContain(String(left))
  }
  await expect.poll(() => page.locator('.empty').isVisible()).toBe(true)
  await expect
    .poll(async () => (await ask(owner, 'GET', `/api/folders/${id}/posts`)).items)
    .toEqual([])
})

test('charts show the chosen range, and a table has the same data and fits a phone', async () => {
  const { author, reader, id } = await scene()
  await ask(reader, 'POST', `/api/posts/${id}/like`)
  await say(reader, id, 'Well said.')
  const page = await open(author, '/studio/analytics?range=90d', {
    viewport: { width: 360, height: 740 },
  })
  for (const days of [90, 7]) {
    await page.locator('.uplot').nth(1).waitFor()
    // Comments and likes; the other figures are zero.
    await expect.poll(() => page.locator('.uplot').count()).toBe(2)
    await expect.poll(() => page.locator('[data-days] tr').count()).toBe(days)
    const label = await page.locator('[data-chart=likes] .uplot').getAttribute('aria-label')
    expect(label).toBe(`Likes in the last ${days} days: 1 in total, 1 on the best day.`)
    if (days !== 7) await page.locator('.tabs').getByRole('link', { name: '7 days' }).click()
    await page.waitForURL(/range=7d/)
  }
  await page.locator('.day-table summary').click()
  await expect
    .poll(() => page.locator('[data-days] tr').first().locator('td').allInnerTexts())
    .toEqual(['0', '1', '1', '0', '0'])
  await expect
    .poll(() => page.$eval('.day-table .table-scroll', (box) => box.scrollWidth - box.clientWidth))
    .toBe(0)
  // The cursor shows the day and the number on every chart at the same time.
  const chart = page.locator('[data-chart=comments] .u-over')
  const box = await chart.boundingBox()
  await chart.hover({ position: { x: (box?.width ?? 0) - 2, y: 20 } })
  await expect
    .poll(() => page.locator('[data-chart=comments] .chart-day').innerText())
    .toMatch(/ · 1$/)
  await expect
    .poll(() => page.locator('[data-chart=likes] .chart-day').innerText())
    .toMatch(/ · 1$/)
  await expect.poll(() => page.locator('.top-posts tbody tr').count()).toBe(1)
})

test('a tag in a list of posts is shown whole or not at all', async () => {
  const author = await person()
  await post(author, { tags: ['superconductivity-in-ion', 'thermodynamics-of-cells'] })
  await post(author, { tags: ['volt'] })
  const page = await open(null, `/space/${author.uid}`, { viewport: { width: 390, height: 800 } })
  const tags = () =>
    page.$$eval('.post-list footer li', (items) =>
      items.map((item) => {
        const [box, list] = [
          item.getBoundingClientRect(),
          item.parentElement?.getBoundingClientRect(),
        ]
        if (!list || box.top >= list.bottom) return 'hidden'
        return box.right <= list.right + 0.5 && item.scrollWidth <= item.clientWidth
          ? item.textContent
          : 'cut'
      }),
    )
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(tags).not.toContain('cut')
  }
  await expect.poll(tags).toContain('volt')
})
