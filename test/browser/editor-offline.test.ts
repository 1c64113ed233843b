import { expect, test } from 'vitest'
import { call, site } from './support/browser.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('Publish without a network shows an error, and is offered again when the network is back', async () => {
  const { context, person } = await newcomer()
  const written = { title: 'Written in a tunnel', body: '<p>All of it.</p>', draft: true }
  const { id } = (await call(person, 'POST', '/api/studio/posts', written)) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  // All text is saved.
  await context.setOffline(true)
  await tab.act('submit')
  await expect.poll(() => tab.notices()).toEqual([expect.stringContaining('not published yet')])
  await context.setOffline(false)
  await tab.page.getByText('Publish now', { exact: true }).waitFor()

  await context.setOffline(true)
  await tab.write(' Dark in here.')
  await tab.act('submit')
  await expect.poll(() => tab.notices()).toEqual([expect.stringContaining('not published yet')])
  expect((await stored(person, id)).status).toBe('draft')
  await context.setOffline(false)
  await tab.notice('Publish now')
  await tab.page.waitForURL(`${site}/posts/${id}`)
  expect(await stored(person, id)).toMatchObject({ status: 'approved', body: '<p>All of it. Dark in here.</p>' })
})
