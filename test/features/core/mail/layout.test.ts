import { env } from 'cloudflare:workers'
import { parse } from 'parse5'
import { DEFAULT_IDENTITY, type Identity } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { expect, test } from '#test/test.ts'
import { Binding, emptyOutbox, MAIL_TEXT, mailsOf, queue, run } from './fixtures.ts'

interface Node {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

const all = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(all)]
const attributeOf = (node: Node, name: string) =>
  node.attrs?.find((attribute) => attribute.name === name)?.value
const messageFrom = (
  letter: object,
  language: 'zh-CN' | 'en' = 'en',
  identity: Identity = DEFAULT_IDENTITY,
) =>
  messageOf(
    {
      address: 'a@example.com',
      site: 'https://joule.test',
      subject: 'A "subject" & <more>',
      letter: JSON.stringify(letter),
      language,
    },
    identity,
  )

test.each(LANGUAGES)('HTML and plain text have the same texts and links in %s', (language) => {
  const { text, html } = messageFrom(MAIL_TEXT, language)
  const nodes = all(parse(html) as Node)
  const words = nodes.map(({ value }) => value ?? '').join(' ')
  for (const said of [...MAIL_TEXT.lines, ...MAIL_TEXT.notes, MAIL_TEXT.action?.label ?? '']) {
    expect(words).toContain(said)
    expect(text).toContain(said)
  }
  const links = nodes
    .filter(({ nodeName }) => nodeName === 'a')
    .map((node) => attributeOf(node, 'href'))
  expect(links).toEqual(['https://joule.test/', 'https://joule.test/x'])
  expect(text.split('\n')).toContain('https://joule.test/x')
})

test.each(LANGUAGES)('the HTML of a mail in %s loads nothing', (language) => {
  const { html } = messageFrom(MAIL_TEXT, language)
  const nodes = all(parse(html) as Node)
  expect(
    nodes.filter(
      (node) =>
        attributeOf(node, 'src') ?? attributeOf(node, 'srcset') ?? attributeOf(node, 'background'),
    ),
  ).toEqual([])
  const names = new Set(nodes.map(({ nodeName }) => nodeName))
  for (const name of ['img', 'link', 'script', 'iframe', 'form']) expect(names).not.toContain(name)
  expect(html).not.toMatch(/url\(|@import/)
})

test.each(LANGUAGES)('the HTML of a mail in %s names its language', (language) => {
  const nodes = all(parse(messageFrom(MAIL_TEXT, language).html) as Node)
  expect(
    attributeOf(nodes.find(({ nodeName }) => nodeName === 'html') ?? { nodeName: '' }, 'lang'),
  ).toBe(language)
})

test('user content is escaped in a mail', () => {
  const evil = '</p><script>alert(1)</script><img src=x>"\'&'
  const { html } = messageFrom({
    lines: [evil],
    notes: [evil],
    action: { label: evil, path: `/x?"><b>` },
  })
  const nodes = all(parse(html) as Node)
  expect(nodes.filter(({ nodeName }) => ['script', 'img', 'b'].includes(nodeName))).toEqual([])
  expect(nodes.some(({ value }) => value === evil)).toBe(true)
})

test('a line break in a subject starts no new header', async ({ world }) => {
  await emptyOutbox(world)
  const [user, binding] = [await world.user(), new Binding()]
  await queue(world, user, 1, 'Hello\r\nBcc: everybody@example.com\u2028\0 you')
  await run(world, binding)
  expect(binding.sent[0]?.subject).toBe('Hello Bcc: everybody@example.com you')
})

test.for(['a\nBcc: b@example.com', 'a\rb'])(
  'the database refuses the address %j',
  async (address, { world, user }) => {
    const at = world.now.toISOString()
    const insert = world.env.DB.prepare(
      `INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, next_attempt_at, created_at)
     VALUES (?, 'test', ?, 'en', 'x', 's', '{}', ?, ?)`,
    ).bind(user.uid, address, at, at)
    await expect(insert.run()).rejects.toThrow('CHECK constraint failed')
    expect(await mailsOf(world, user)).toEqual([])
  },
)

test('the mail binding of Miniflare accepts our messages', async () => {
  const { SIMULATED_EMAIL } = env as unknown as { SIMULATED_EMAIL: SendEmail }
  const service = mailServiceOf({ EMAIL: SIMULATED_EMAIL, MAIL_FROM: 'Joule <mail@joule.test>' })
  expect(await service?.send(messageFrom(MAIL_TEXT))).toMatchObject({
    problem: null,
    messageId: expect.any(String),
  })
})

test.each([
  ['Joule <mail@joule.test>', { email: 'mail@joule.test', name: 'Joule' }],
  ['"焦耳 社区" <mail@joule.test>', { email: 'mail@joule.test', name: '焦耳 社区' }],
  ['mail@joule.test', { email: 'mail@joule.test', name: 'Joule' }],
])('MAIL_FROM %s is parsed', async (MAIL_FROM, from) => {
  const binding = new Binding()
  await mailServiceOf({ EMAIL: binding, MAIL_FROM })?.send(messageFrom(MAIL_TEXT))
  expect(binding.sent).toMatchObject([{ from }])
})

test.each(['', 'no address', 'a\nBcc: <b@example.com>', '<a@b> <c@d>'])(
  'with MAIL_FROM %j the site has no mail service',
  (MAIL_FROM) => {
    expect(mailServiceOf({ EMAIL: new Binding(), MAIL_FROM })).toBeNull()
  },
)

test('a mail has the name, accent and sender name of the site', async () => {
  const identity = { ...DEFAULT_IDENTITY, name: 'Tea & <Letters>', accent: '#1f5fa8' }
  const { text, html, senderName } = messageFrom(MAIL_TEXT, 'en', identity)
  expect(senderName).toBe('Tea & <Letters>')
  expect(text).toContain('-- \nTea & <Letters> · https://joule.test')
  expect(html).toContain('>Tea &amp; &lt;Letters&gt;</a>')
  expect(html).toContain('background:#1f5fa8')
  expect(html).not.toContain('#ae4c08')
  const binding = new Binding()
  await mailServiceOf({ EMAIL: binding, MAIL_FROM: 'Joule <mail@joule.test>' })?.send(
    messageFrom(MAIL_TEXT, 'en', identity),
  )
  expect(binding.sent).toMatchObject([
    { from: { email: 'mail@joule.test', name: 'Tea & <Letters>' } },
  ])
})
