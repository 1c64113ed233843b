import { expect, test } from 'vitest'
import { open, site } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { WritePage } from './support/writing.ts'

async function seriesOf(count: number) {
  const author = await person()
  const { id } = await ask(author, 'POST', '/api/studio/series', { title: 'A series' })
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await post(author, { title: `Post ${n}`, series_id: id }))
  const stored = async () => {
    const series = (await ask(author, 'GET', `/api/studio/series/${id}`)) as unknown as { posts: { title: string }[] }
    return series.posts.map(({ title }) => title).join()
  }
  return { author, id, ids, stored }
}

test('an author orders the posts of a series by keyboard and by drag, removes one and adds it again', async () => {
  const { author, id, stored } = await seriesOf(3)
  const page = await open(author, `/studio/series/${id}`)
  const state = page.locator('[data-series-state]')
  await page.getByRole('button', { name: 'Move down: Post 0' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => state.textContent()).toBe('Position 2 of 3')
  await page.keyboard.press('Enter')
  await expect.poll(() => state.textContent()).toBe('Position 3 of 3')
  await expect.poll(stored).toBe('Post 1,Post 2,Post 0')
  const handle = page.locator('[data-series-item]', { hasText: 'Post 0' }).locator('[data-series-handle]')
  const first = await page.locator('[data-series-item]').first().boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(stored).toBe('Post 0,Post 1,Post 2')
  await page.getByRole('button', { name: 'Remove from series: Post 1' }).click()
  await expect.poll(stored).toBe('Post 0,Post 2')
  await page.reload()
  await page.getByLabel('Add a post').selectOption('Post 1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(stored).toBe('Post 0,Post 2,Post 1')
})

test('an order that was changed elsewhere is not overwritten: the page shows the stored one', async () => {
  const { author, id, ids, stored } = await seriesOf(3)
  const page = await open(author, `/studio/series/${id}`)
  await ask(author, 'PUT', `/api/studio/series/${id}/posts`, { ids: ids.toReversed() })
  await page.getByRole('button', { name: 'Move down: Post 0' }).click()
  await page.getByText('changed elsewhere').waitFor()
  await expect
    .poll(() => page.locator('[data-series-item] a').allTextContents())
    .toEqual(['Post 2', 'Post 1', 'Post 0'])
  expect(await stored()).toBe('Post 2,Post 1,Post 0')
})

test('the editor puts a draft into a series', async () => {
  const { author, id, stored } = await seriesOf(1)
  const draft = await post(author, { draft: true, title: 'Draft' })
  const page = await open(author, `/studio/write?id=${draft}`)
  await new WritePage(page).ready()
  await page.getByLabel('Series').selectOption('A series')
  await expect.poll(stored).toBe('Post 0,Draft')
  await page.goto(`${site}/studio/series/${id}`)
  await expect.poll(() => page.locator('[data-series-item]').count()).toBe(2)
})

test('the follow button of a series and of a tag shows the state at once and after a reload', async () => {
  const { id, ids } = await seriesOf(1)
  const [reader, other] = [await person(), await person()]
  await post(other, { tags: ['okapis'] })
  const page = await open(reader, `/posts/${ids[0]}`)
  await page.getByRole('navigation', { name: 'Series', exact: true }).getByRole('link', { name: 'A series' }).click()
  for (const path of [`/series/${id}`, '/tags/okapis']) {
    await page.goto(site + path)
    const button = page.locator('main [data-follow-topic]')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await expect
      .poll(async () => JSON.stringify(await ask(reader, 'GET', '/api/settings/follows')))
      .toContain(path.startsWith('/tags') ? 'okapis' : 'A series')
    await page.reload()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  }
  await page.goto(`${site}/space/${reader.uid}?tab=following`)
  await expect.poll(() => page.locator('.topics li').count()).toBe(2)
})
