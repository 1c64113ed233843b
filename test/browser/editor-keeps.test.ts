import { expect, test } from 'vitest'
import { call, signIn } from './support/people.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('what a killed page had not saved yet is offered again, and goes to the server', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await context.setOffline(true)
  await tab.page.fill('[name="title"]', 'Almost lost')
  await tab.write('Nobody but this browser knows these words.')
  await tab.state('offline')
  await tab.page.close()
  await context.setOffline(false)

  const next = await WritePage.open(context)
  await next.notice('Open it')
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

test('two tabs on one draft are told apart, and either text can be kept', async () => {
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
  await two.notice('Keep mine as the new version')
  await two.state('saved')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>From the second tab.</p>')

  await one.page.bringToFront()
  await one.write(' More of it.')
  await one.state('conflict')
  await one.notice('Load the other one')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent === 'From the second tab.')
  // What was set aside is not lost.
  await one.notice('Open it')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent?.includes('More of it.'))
  await one.state('saved')
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>From the first tab. More of it.</p>')
})

test('a session that ends while writing keeps everything until its author is back', async () => {
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
  await tab.kept('Written after the session had ended.')
  await signIn(context, person)
  await tab.reload()
  await expect.poll(() => tab.text()).toContain('Written after the session had ended.')
  await tab.state('saved')
})
