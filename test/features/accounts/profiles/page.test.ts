import { expect, test } from 'vitest'
import { freshName, named, put } from '#test/profiles.ts'
import { World } from '#test/world.ts'

test('the profile is the first tab of the settings, and where an unknown tab leads', async () => {
  const browser = await new World().member()
  for (const path of ['/settings', '/settings?tab=profile', '/settings?tab=nothing']) {
    const { status, text } = await browser.get(path)
    expect([status, text.includes('data-api="PUT /api/settings/profile"')]).toEqual([200, true])
  }
})

test('it says what another username costs, and asks before it is changed', async () => {
  const world = new World()
  const newcomer = await (await world.member()).get('/settings')
  expect(newcomer.text).toContain('The first one is free.')
  expect(newcomer.text).not.toContain('data-asks-when-changed')
  const browser = await named(world, 8)
  const { text } = await browser.get('/settings')
  expect(text).toContain('Changing it costs 6 energy. You have 8.')
  expect(text).toContain('leaves you with 2')
})

test('a change that waits stands in place of the form', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const browser = await world.member()
  expect((await browser.get('/settings')).text).toContain('Submit for review')
  const username = freshName()
  await put(browser, { username })
  const { text } = await browser.get('/settings')
  expect(text).toContain(username)
  expect(text).toContain('waiting for review')
  expect(text).not.toContain('data-api="PUT /api/settings/profile"')
})
