import { expect, test } from 'vitest'
import { call, site } from './support/browser.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('Publish without a network shows an error, and is offered again when the network is back', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Written in a tunnel')
  await tab.state('saved')
  await context.setOffline(true)
  await tab.write('Dark in here.')
  await tab.act('submit')
  await expect.poll(() => tab.notices()).toEqual([expect.stringContaining('not published yet')])
  const { id } = tab
  expect((await stored(person, id)).status).toBe('draft')

  const held = Promise.withResolvers<void>()
  await tab.page.route(`**/api/studio/posts/${id}`, (route) => held.promise.then(() => route.continue()))
  await context.setOffline(false)
  const offer = await tab.page.getByRole('button', { name: 'Publish now' }).elementHandle()
  held.resolve()
  await tab.state('saved')
  // The save does not replace the button: a press in this moment would do nothing.
  expect(await offer?.evaluate((button) => button.isConnected)).toBe(true)
  await tab.notice('Publish now')
  await tab.page.waitForURL(`${site}/posts/${id}`, { waitUntil: 'commit' })
  expect(await stored(person, id)).toMatchObject({ status: 'approved', body: '<p>Dark in here.</p>' })
})

test('Publish without a network shows an error when all text was already saved', async () => {
  const { context, person } = await newcomer()
  const written = { title: 'Complete', body: '<p>All of it.</p>', draft: true }
  const { id } = (await call(person, 'POST', '/api/studio/posts', written)) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  await context.setOffline(true)
  await tab.act('submit')
  await expect.poll(() => tab.notices()).toEqual([expect.stringContaining('not published yet')])
  await context.setOffline(false)
  await tab.notice('Publish now')
  await tab.page.waitForURL(`${site}/posts/${id}`, { waitUntil: 'commit' })
  expect((await stored(person, id)).status).toBe('approved')
})
