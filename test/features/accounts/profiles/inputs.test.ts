import { freshName, named, put } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const site = new World()
let member: Promise<Client> | undefined
/** One member for all refused inputs: these change nothing. */
const anyone = () => {
  member ??= site.member()
  return member
}

test.each([
  ['no characters', ''],
  ['one character', 'a'],
  ['21 characters', 'a'.repeat(21)],
  ['zero-width characters', '\u200B\u200D\u2060'],
  ['a zero-width joiner among letters', 'ad\u200Dam'],
  ['Hangul fillers', '\u3164\u3164\u3164'],
  ['two words', 'two words'],
  ['letters and slashes', 'a/b/c'],
  ['letters and an emoji', 'me😀'],
  ['markup', '<b>me</b>'],
  ['letters and NUL', 'ab\0cd'],
  ['letters and half a surrogate pair', 'ab\uD83D'],
  ['a number', 12345],
  ['null', null],
  ['admin with a Cyrillic а', 'аdmin'],
  ['admin with a Greek capital', 'ΑDMIN'],
  ['Latin letters mixed with Cyrillic', 'mаria'],
  ['Latin letters mixed with Greek', 'nοra'],
])('the username is refused: %s', async (_, username) => {
  expect(await refusalOf(put(await anyone(), { username, signature: 'fine' }))).toEqual([
    422,
    'username',
  ])
})

test('a signature is one line of at most 80 characters', async () => {
  const browser = await site.member()
  expect((await put(browser, { signature: '能'.repeat(80) })).status).toBe(200)
  expect((await put(browser, { signature: '📖'.repeat(80) })).status).toBe(200)
  expect((await put(browser, { signature: '能'.repeat(81) })).json.error.fields).toHaveProperty(
    'signature',
  )
  expect((await put(browser, { signature: 'NUL\0' })).json.error.fields).toHaveProperty('signature')
  expect((await put(browser, { signature: ['a'] })).status).toBe(422)
  expect((await put(browser, { signature: ' one\n\n two\tthree ' })).json.user.signature).toBe(
    'one two three',
  )
})

const ACCEPTED =
  '小明 一二三四五六七八九十甲乙丙丁戊己庚辛壬癸 Åsa_2-北 Мария Ελένη 用户体验 user 小明admirer Zoë Ольга_2'

test.each(ACCEPTED.split(' '))('the username %s is accepted', async (username) => {
  const { status, json } = await put(await site.member(), { username })
  expect([status, json.user?.username]).toEqual([200, username])
})

test('a user who already has a misleading username keeps it and can change the signature', async () => {
  const { status, json } = await put(await new World().member({ username: 'аdmin' }), {
    username: 'аdmin',
    signature: 'still me',
  })
  expect([status, json.user?.signature]).toEqual([200, 'still me'])
})

test('the profile is the first tab of the settings, and an unknown tab shows it', async () => {
  const browser = await site.member()
  for (const path of ['/settings', '/settings?tab=profile', '/settings?tab=nothing']) {
    const { status, text } = await browser.get(path)
    expect([status, text.includes('data-api="PUT /api/settings/profile"')]).toEqual([200, true])
  }
})

test('the profile tab shows the price of another username and asks for confirmation', async ({
  world,
}) => {
  const newcomer = await (await world.member()).get('/settings')
  expect(newcomer.text).toContain('The first one is free.')
  expect(newcomer.text).not.toContain('data-asks-when-changed')
  const browser = await named(world, 8)
  const { text } = await browser.get('/settings')
  expect(text).toContain('Changing it costs 6 energy. You have 8.')
  expect(text).toContain('leaves you with 2')
})

test('a pending change is shown in place of the profile form', async ({
  world,
  member: browser,
}) => {
  await world.setting('audit.enabled', true)
  expect((await browser.get('/settings')).text).toContain('Submit for review')
  const username = freshName()
  await put(browser, { username })
  const { text } = await browser.get('/settings')
  expect(text).toContain(username)
  expect(text).toContain('waiting for review')
  expect(text).not.toContain('data-api="PUT /api/settings/profile"')
})
