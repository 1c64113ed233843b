import { expect, test } from 'vitest'
import { call, signIn } from './support/browser.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('unsaved text of a killed page is offered again and saved to the server', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await context.setOffline(true)
  await tab.page.fill('[name="title"]', 'Almost lost')
  await tab.write('Nobody but this browser knows these words.')
  await tab.state('offline')
  await tab.page.close()
  await context.setOffline(false)

  const next = await WritePage.open(context)
  await next.notice('Open')
  await next.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent?.includes('Nobody but'))
  await expect.poll(() => next.title()).toBe('Almost lost')
  await next.state('saved')
  const { items } = (await call(person, 'GET', '/api/studio/posts')) as { items: Post[] }
  expect(items.map(({ title }) => title)).toEqual(['Almost lost'])
})

test('a reload in the middle of a sentence loses nothing', async () => {
  const { context } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Begun')
  await tab.write('In the middle of a')
  await tab.reload()
  await expect.poll(() => tab.title()).toBe('Begun')
  await expect.poll(() => tab.text()).toContain('In the middle of a')
  await tab.state('saved')
})

test('a reload of a saved draft loses nothing and causes no conflict with itself', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', { title: 'Reloaded', draft: true })) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  for (const word of ['one', 'two', 'three']) {
    await tab.write(word)
    // The page before the reload may still be sending its text.
    await tab.reload()
    await expect.poll(() => tab.text()).toContain(word)
    await tab.state('saved')
    expect(await tab.notices()).toEqual([])
  }
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>onetwothree</p>')
})

test('a save that was stored but not answered causes no conflict after a reload', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', { title: 'Unanswered', draft: true })) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  const path = `**/api/studio/posts/${id}`
  let isSent = false
  await context.route(path, async (route) => {
    if (isSent) return route.continue()
    isSent = true
    // The server stores the text, and the page gets no response.
    await route.fetch()
  })
  await tab.write('Sent once.')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>Sent once.</p>')
  await tab.reload()
  await tab.state('saved')
  expect([await tab.notices(), await tab.text()]).toEqual([[], 'Sent once.'])
  await tab.write(' And more.')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>Sent once. And more.</p>')
  expect(await tab.notices()).toEqual([])
})

test('restored changes of a published post can be discarded', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', { title: 'As it was', body: '<p>Text.</p>' })) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  await tab.page.fill('[name="title"]', 'No better')
  await tab.storedLocally('No better')
  await tab.reload()
  await expect.poll(() => tab.title()).toBe('No better')
  await tab.notice('Discard')
  await tab.page.locator('dialog[open]').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => tab.title()).toBe('As it was')
  expect(await tab.notices()).toEqual([])
})

test('a conflict between two tabs on one draft is detected, and either text can be chosen', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', { title: 'Shared', draft: true })) as Post
  const [one, two] = [
    await WritePage.open(context, `/studio/write?id=${id}`),
    await WritePage.open(context, `/studio/write?id=${id}`),
  ]
  await one.page.bringToFront()
  await one.write('From the first tab.')
  await one.state('saved')
  await two.page.bringToFront()
  await two.write('From the second tab.')
  await two.state('conflict')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>From the first tab.</p>')
  await two.notice('Keep my version')
  await two.state('saved')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>From the second tab.</p>')

  await one.page.bringToFront()
  await one.write(' More of it.')
  await one.state('conflict')
  await one.notice('Load the other version')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent === 'From the second tab.')
  // The rejected text is not lost.
  await one.notice('Open')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent?.includes('More of it.'))
  await one.state('saved')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>From the first tab. More of it.</p>')
})

test('a session that ends while writing loses no text: the draft is saved after the next login', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Long thoughts')
  await tab.state('saved')
  await context.clearCookies()
  await tab.write('Written after the session had ended.')
  await tab.state('signedOut')
  await expect
    .poll(() => tab.page.locator('.write-notices a').getAttribute('href'))
    .toBe(`/login?next=${encodeURIComponent(`/studio/write?id=${tab.id}`)}`)
  await tab.storedLocally('Written after the session had ended.')
  await signIn(context, person)
  await tab.reload()
  await expect.poll(() => tab.text()).toContain('Written after the session had ended.')
  await tab.state('saved')
})
