import { expect, test } from 'vitest'
import { freshName, named, put } from '#test/profiles.ts'
import { World } from '#test/world.ts'

test.each([
  ['an empty one', ''],
  ['one character', 'a'],
  ['21 characters', 'a'.repeat(21)],
  ['zero-width characters', '\u200B\u200D\u2060'],
  ['a zero-width joiner among letters', 'ad\u200Dam'],
  ['Hangul fillers', '\u3164\u3164\u3164'],
  ['a space inside', 'two words'],
  ['a slash', 'a/b/c'],
  ['an emoji', 'me😀'],
  ['markup', '<b>me</b>'],
  ['NUL', 'ab\0cd'],
  ['half a surrogate pair', 'ab\uD83D'],
  ['a reserved name', 'Owner'],
  ['a reserved name in fullwidth letters', 'ｓｙｓｔｅｍ'],
  ['a number', 12345],
  ['null', null],
])('a username of %s is refused', async (_, username) => {
  const { status, json } = await put(await new World().member(), { username, signature: 'fine' })
  expect([status, json.error.code]).toEqual([422, 'validation_failed'])
  expect(Object.keys(json.error.fields)).toEqual(['username'])
})

test.each([
  ['two characters', '小明'],
  ['20 characters', '一二三四五六七八九十甲乙丙丁戊己庚辛壬癸'],
  ['letters, digits and both signs', 'Åsa_2-北'],
])('a username of %s is taken', async (_, username) => {
  const { status, json } = await put(await new World().member(), { username })
  expect([status, json.user?.username]).toEqual([200, username])
})

test('a signature has 80 characters and not one more', async () => {
  const browser = await new World().member()
  expect((await put(browser, { signature: '能'.repeat(80) })).status).toBe(200)
  expect((await put(browser, { signature: '📖'.repeat(80) })).status).toBe(200)
  expect((await put(browser, { signature: '能'.repeat(81) })).json.error.fields).toHaveProperty('signature')
  expect((await put(browser, { signature: 'NUL\0' })).json.error.fields).toHaveProperty('signature')
  expect((await put(browser, { signature: ['a'] })).status).toBe(422)
})

test('a signature is one line, and one that nobody can see is none', async () => {
  const browser = await new World().member()
  expect((await put(browser, { signature: ' one\n\n two\tthree ' })).json.user.signature).toBe('one two three')
  const { json } = await put(await new World().member(), { signature: '\u200B \u2060' })
  expect(json.user).toMatchObject({ signature: '', exp: 0 })
})

test.each([
  ['Cyrillic а', 'аdmin'],
  ['all Cyrillic letters', 'Ѕуѕор'],
  ['Greek capitals', 'ΑDMIN'],
  ['small capitals', 'ᴀdmin'],
  ['nothing but small capitals', 'ꜱᴛᴀꜰꜰ'],
  ['a digit one', 'adm1n'],
  ['r and n for m', 'adrnin'],
  ['an accent', 'ádmin'],
  ['what stands between', '_ad-min_'],
  ['two alphabets', 'mаria'],
  ['Greek among Latin', 'nοra'],
  ['a name given to people without one', '用户10001'],
  ['the same in English', 'User10001'],
  ['the same with full-width digits', '用户１０００１'],
  ['the same with a sign between', 'user_10001'],
  ['the name of the deleted', '已注销用户'],
  ['the name of the deleted in English', 'deleted-user'],
])('a name that passes for another by %s is refused', async (_, username) => {
  const { status, json } = await put(await new World().member(), { username, signature: 'fine' })
  expect([status, json.error?.code]).toEqual([422, 'validation_failed'])
  expect(Object.keys(json.error.fields)).toEqual(['username'])
})

test.each(['Мария', 'Ελένη', '用户体验', 'user', '小明admirer', 'Zoë', 'Ольга_2'])('%s is a name', async (username) => {
  const { status, json } = await put(await new World().member(), { username })
  expect([status, json.user?.username]).toEqual([200, username])
})

test('whoever has such a name keeps it, and may change the rest', async () => {
  const { status, json } = await put(await new World().member({ username: 'аdmin' }), {
    username: 'аdmin',
    signature: 'still me',
  })
  expect([status, json.user?.signature]).toEqual([200, 'still me'])
})

test('nobody registers under such a name', async () => {
  const { status, json } = await new World()
    .visitor()
    .post('/api/auth/register', { email: 'x@example.com', password: 'long enough', username: 'аdmin' })
  expect([status, Object.keys(json.error?.fields ?? {})]).toEqual([422, ['username']])
})

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
