// @module-tag long
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { call, signIn, site } from './support/browser.ts'
import { holdResponses } from './support/network.ts'
import { fireRunningTimers } from './support/time.ts'
import { begun, newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('the unsaved text of a killed page is saved when its author opens the page again, and that of an ended session after the next login', async () => {
  const { context, person } = await newcomer()
  const killed = await WritePage.open(context)
  await context.setOffline(true)
  await killed.page.fill('[name="title"]', 'Almost lost')
  await killed.write('Only this browser has these words.')
  await killed.state('offline')
  await killed.page.close()
  await context.setOffline(false)

  const tab = await WritePage.open(context)
  await tab.notice('Open')
  await expect.poll(() => tab.text()).toContain('Only this browser')
  await expect.poll(() => tab.title()).toBe('Almost lost')
  await tab.state('saved')
  const { items } = (await call(person, 'GET', '/api/studio/posts')) as { items: Post[] }
  expect(items.map(({ title }) => title)).toEqual(['Almost lost'])

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

test('a reload loses no text and causes no conflict; in a conflict with a newer version, the author chooses one of the two texts', async () => {
  const { person, tab } = await begun('Begun')
  for (const word of ['one', 'two']) {
    await tab.write(word)
    // The page before the reload may still be sending its text.
    await tab.reload()
    await expect.poll(() => tab.text()).toContain(word)
    await tab.state('saved')
    expect([await tab.notices(), await tab.title()]).toEqual([[], 'Begun'])
  }
  const { id } = tab
  await expect.poll(async () => (await stored(person, id)).body).toBe('<p>onetwo</p>')

  // The server stores the text, and the page gets no response. A route would also disable the cache
  // for the reload.
  await tab.page.evaluate(() => {
    const { fetch } = window
    window.fetch = (...request) => fetch(...request).then(() => new Promise<never>(() => {}))
  })
  const saved = tab.page.waitForResponse((response) => response.request().method() === 'PUT')
  await tab.write(' Sent once.')
  await fireRunningTimers(tab.page)
  await saved
  expect((await stored(person, id)).body).toBe('<p>onetwo Sent once.</p>')
  await tab.reload()
  await tab.state('saved')
  expect([await tab.notices(), await tab.text()]).toEqual([[], 'onetwo Sent once.'])
  await tab.write(' And more.')
  await tab.state('saved')
  expect((await stored(person, id)).body).toBe('<p>onetwo Sent once. And more.</p>')
  expect(await tab.notices()).toEqual([])

  const saveElsewhere = (body: string) => call(person, 'PUT', `/api/studio/posts/${id}`, { body })
  const body = async () => (await stored(person, id)).body
  await saveElsewhere('<p>From elsewhere.</p>')
  await tab.write(' From this tab.')
  await tab.state('conflict')
  expect(await body()).toBe('<p>From elsewhere.</p>')
  await tab.notice('Keep my version')
  await tab.state('saved')
  expect(await body()).toBe('<p>onetwo Sent once. And more. From this tab.</p>')

  await saveElsewhere('<p>From elsewhere again.</p>')
  await tab.write(' More of it.')
  await tab.state('conflict')
  await tab.notice('Load the other version')
  await expect.poll(() => tab.text()).toBe('From elsewhere again.')
  // The rejected text is not lost.
  await tab.notice('Open')
  await expect.poll(() => tab.text()).toContain('More of it.')
  await tab.state('saved')
  expect(await body()).toBe('<p>onetwo Sent once. And more. From this tab. More of it.</p>')
})

test('Publish without a network shows an error, and is offered again when the network is back', async () => {
  const { context, person, tab } = await begun('Written in a tunnel')
  await tab.state('saved')
  await context.setOffline(true)
  await tab.write('Dark in here.')
  await tab.act('submit')
  await expect.poll(() => tab.notices()).toEqual([expect.stringContaining('not published yet')])
  await checkState(tab.page)
  const { id } = tab
  expect((await stored(person, id)).status).toBe('draft')

  const release = await holdResponses(tab.page, `**/api/studio/posts/${id}`)
  await context.setOffline(false)
  const offer = await tab.page.getByRole('button', { name: 'Publish now' }).elementHandle()
  release()
  await tab.state('saved')
  // The save does not replace the button: a press in this moment would do nothing.
  expect(await offer?.evaluate((button) => button.isConnected)).toBe(true)
  await tab.notice('Publish now')
  await tab.confirmPublish()
  await tab.page.waitForURL(`${site}/posts/${id}`, { waitUntil: 'commit' })
  expect(await stored(person, id)).toMatchObject({
    status: 'approved',
    body: '<p>Dark in here.</p>',
  })
})
