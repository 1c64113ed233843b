import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { SUBSCRIPTIONS_MAX } from '#features/publishing/letters/address.ts'
import {
  forgetRequests,
  REQUEST_KEPT_FOR,
  RESUMABLE_FOR,
} from '#features/publishing/letters/subscribe.ts'
import { IMPORTED_ADDRESSES_MAX } from '#kernel/formats/addresses.ts'
import { LETTER_CONFIRMATIONS_A_DAY, RATE_RULES } from '#kernel/rate-limits.ts'
import { runOnly } from '#test/cron.ts'
import { expect, locationOf, redirectOf, refusalOf, test } from '#test/test.ts'
import { freshEmail, type Member, plainForm, type World } from '#test/world.ts'
import { letters } from './fixtures.ts'

const FORM = 'application/x-www-form-urlencoded'

test('a stop can be taken back for a day, although the site has forgotten the address', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, linkTo, rows } = await letters(world)
  const email = await subscribe({ kind: 'author', ref: writer.user.uid })
  await begin()
  await world.post({ author: writer.user })
  await sendDue()
  const stop = () =>
    world.visitor().submit(linkTo(email, 'stop'), { 'List-Unsubscribe': 'One-Click' })
  const resumeIn = (page: string) => /action="(\/letters\/resume[^"]*)"/.exec(page)?.[1] ?? ''
  const subscriptions = async () => (await rows())[3]
  const resume = resumeIn((await stop()).text)
  expect(await subscriptions()).toEqual([])
  expect(JSON.stringify(await rows())).not.toContain(email)
  // A second stop ends nothing, so there is nothing to take back.
  expect(resumeIn((await stop()).text)).toBe('')
  const resumed = await world.visitor().submit(resume, {})
  expect(resumed.status).toBe(200)
  expect(await subscriptions()).toMatchObject([
    { kind: 'author', ref: String(writer.user.uid), cadence: 'each' },
  ])
  expect((await world.visitor().submit(resume.slice(0, -3), {})).status).toBe(410)
  world.wait(RESUMABLE_FOR + 1)
  expect((await world.visitor().submit(resume, {})).status).toBe(410)
})

test('a mail asks for confirmation, and only the button of its page subscribes', async ({
  world,
  writer,
  visitor,
}) => {
  const { subscribe, begin, sendDue, binding, linkTo, to } = await letters(world)
  const topic = { kind: 'author', ref: String(writer.user.uid) }
  const email = freshEmail()
  expect(await visitor.post('/api/letters', { ...topic, email })).toMatchObject({
    status: 202,
    json: {},
  })
  expect(to(email)).toMatchObject([
    { subject: 'Confirm your letters from Joule', from: { email: 'news@letters.joule.test' } },
  ])
  const link = linkTo(email, 'confirm')
  await begin()
  for (const method of ['GET', 'HEAD'])
    expect((await visitor.send(method, link, {})).status).toBe(200)
  expect((await visitor.get(link)).text).toContain('Each new post')
  await world.post({ author: writer.user })
  await sendDue()
  expect(binding.sent).toEqual([])

  // The first press comes from a program without the headers of a browser.
  expect((await visitor.send('POST', link, { withoutCsrf: true })).text).toContain(
    'You are subscribed',
  )
  expect((await visitor.submit(link, {})).text).toContain('You are subscribed')
  // Another reader, so that the run has more than one subscriber.
  const other = await subscribe(topic)
  await begin()
  await world.post({ author: writer.user, title: 'A new post' })
  await sendDue()
  await sendDue()
  expect(binding.sent.map((mail) => [mail.to, mail.subject])).toEqual(
    [email, other].map((each) => [each, 'A new post']),
  )
})

test('the confirmation mail contains no text of a member, and the page of its link names the topic', async ({
  world,
}) => {
  const { to, linkTo } = await letters(world)
  const word = `bait${crypto.randomUUID().slice(0, 8)}`
  const author = await world.member({ level: 2, username: word })
  const post = await world.post({ author: author.user, tags: [word] })
  const series = (await author.post('/api/studio/series', { title: `Series ${word}` })).json
  await author.put(`/api/studio/series/${series.id}/posts`, { ids: [post.id] })
  for (const [kind, ref, name] of [
    ['author', author.user.uid, 'an author of this site'],
    ['tag', word, 'a tag of this site'],
    ['series', series.id, 'a series of this site'],
    ['site', '', 'this site'],
  ]) {
    const email = freshEmail()
    expect((await world.visitor().post('/api/letters', { kind, ref, email })).status).toBe(202)
    const [mail] = to(email)
    expect(mail?.text).toContain(`new posts of ${name} at`)
    expect(JSON.stringify(mail)).not.toContain(word)
    const page = await world.visitor().get(linkTo(email, 'confirm'))
    expect([kind, page.text.includes(word)]).toEqual([kind, kind !== 'site'])
  }
})

/** The links of the first letter to a subscriber, and ways to open and press its stop link. */
async function firstLetter(world: World, writer: Member) {
  const { subscribe, begin, sendDue, linkTo } = await letters(world)
  const email = await subscribe({ kind: 'author', ref: writer.user.uid })
  await begin()
  await world.post({ author: writer.user })
  await sendDue()
  const link = linkTo(email, 'stop')
  const scanner = world.visitor()
  return {
    link,
    manageLink: linkTo(email, 'manage'),
    scanner,
    isSubscribed: async () =>
      (
        await world.db.all(
          sql`SELECT 1 FROM letter_subscriptions WHERE ref = ${String(writer.user.uid)}`,
        )
      ).length === 1,
    press: (body: string, type = FORM) =>
      scanner.send('POST', link, {
        body,
        headers: { 'content-type': type, origin: 'https://mail.example' },
        withoutCsrf: true,
      }),
  }
}

test('a scanner that opens the links of a letter stops nothing, and a stop link refuses a body other than that of RFC 8058', async ({
  world,
  writer,
}) => {
  const { link, manageLink, scanner, isSubscribed, press } = await firstLetter(world, writer)
  for (const path of [link, manageLink])
    for (const method of ['GET', 'HEAD'])
      expect((await scanner.send(method, path, {})).status).toBe(200)
  for (const [body, type] of [
    ['', FORM],
    ['List-Unsubscribe=no', FORM],
    ['a=b', FORM],
    ['{}', 'application/json'],
    ['List-Unsubscribe=One-Click&a=b', FORM],
  ] as const)
    expect((await press(body, type)).status, body).toBe(400)
  expect(await isSubscribed()).toBe(true)
})

const MULTIPART =
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

test.for([
  [FORM, 'List-Unsubscribe=One-Click'],
  ['multipart/form-data; boundary=x', MULTIPART],
] as const)(
  'a stop link ends the subscription without a cookie or the token of a form, with a body of type %s',
  async ([type, body], { world, writer }) => {
    const { isSubscribed, press } = await firstLetter(world, writer)
    const { status, headers } = await press(body, type)
    expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([200, null, []])
    expect(await isSubscribed()).toBe(false)
  },
)

test('after the last subscription ends, the manage link leads to a new form and the stop link still succeeds', async ({
  world,
  writer,
}) => {
  const { manageLink, scanner, press } = await firstLetter(world, writer)
  await press('List-Unsubscribe=One-Click')
  // The subscriber is forgotten: an old link leads to a new form.
  const manage = await scanner.get(manageLink)
  expect([manage.status, manage.text.includes('action="/letters"')]).toEqual([410, true])
  expect((await press('List-Unsubscribe=One-Click')).status).toBe(200)
})

test('a wrong or old confirmation link responds with 410 and a page with a new form', async ({
  world,
  visitor,
  writer,
}) => {
  const { linkTo } = await letters(world)
  const email = freshEmail()
  await visitor.post('/api/letters', { kind: 'author', ref: writer.user.uid, email })
  const link = linkTo(email, 'confirm')
  for (const path of [
    '/letters/confirm?token=1.x',
    '/letters/confirm',
    '/letters/manage?token=1',
    '/letters/stop?token=1.daily.x',
  ])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 410])
  world.wait(REQUEST_KEPT_FOR)
  expect((await visitor.get(link)).status).toBe(410)
  expect((await visitor.submit(link, {})).status).toBe(410)
  await world.db.batch([forgetRequests(world.now)])
  expect(await world.db.all(sql`SELECT 1 FROM letter_requests`)).toEqual([])
})

test('a subscription request has the same status, body, round trips and written rows for every address', async ({
  world,
  writer,
}) => {
  const { subscribe, binding } = await letters(world)
  const known = await subscribe({ kind: 'author', ref: writer.user.uid })
  const complained = await subscribe({ kind: 'author', ref: writer.user.uid })
  const { email: member } = await world.user({ isVerified: true })
  await world.db.batch([
    sql`UPDATE letter_subscribers SET ended = 'complained', email = NULL
        WHERE id = (SELECT MAX(id) FROM letter_subscribers)`,
    sql`DELETE FROM letter_requests`,
    // A row behind every possible hash, so that each request reads one row beyond its own.
    sql`INSERT INTO letter_requests (email_hash, email, key_id, kind, ref, cadence, language, time_zone, site, created_at)
        VALUES ('~', '', '', 'site', '', 'each', 'en', 'UTC', '', ${world.now.toISOString()})`,
  ])
  binding.sent.length = 0
  const seen: unknown[] = []
  for (const email of [freshEmail(), known, complained, member ?? '']) {
    const response = await world
      .visitor()
      .post('/api/letters', { kind: 'author', ref: writer.user.uid, email })
    seen.push([response.status, response.text, response.headers.get('server-timing')])
  }
  expect(seen).toEqual(seen.map(() => seen[0]))
  expect(binding.sent.map(({ to }) => to)).not.toContain(complained)
  expect(binding.sent).toHaveLength(3)
})

test('an e-mail address gets three confirmations a day, and a client address may ask 20 times an hour', async ({
  world,
  writer,
}) => {
  const { to } = await letters(world)
  const email = freshEmail()
  for (let n = 0; n < LETTER_CONFIRMATIONS_A_DAY + 2; n++)
    expect(
      (await world.visitor().post('/api/letters', { kind: 'site', email: email.toUpperCase() }))
        .status,
    ).toBe(202)
  expect(to(email)).toHaveLength(LETTER_CONFIRMATIONS_A_DAY)
  const visitor = world.visitor()
  const ask = () =>
    visitor.post('/api/letters', { kind: 'author', ref: writer.user.uid, email: freshEmail() })
  for (let n = 0; n < RATE_RULES['letters-asked'].most; n++) expect((await ask()).status).toBe(202)
  expect((await ask()).status).toBe(429)
})

test('a slow mail server delays one confirmation mail, but not the next one', async ({ world }) => {
  const { binding, to } = await letters(world)
  const [slow, next] = [freshEmail(), freshEmail()]
  const send = binding.send.bind(binding)
  const gate = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  binding.send = async (mail) => {
    if ((mail as { to: string }).to === slow) {
      waiting.resolve()
      await gate.promise
    }
    return send(mail)
  }
  const ask = (email: string) => world.visitor().post('/api/letters', { kind: 'site', email })
  const first = ask(slow)
  await waiting.promise
  await ask(next)
  expect([to(slow), to(next)].map(({ length }) => length)).toEqual([0, 1])
  gate.resolve()
  await first
  expect(to(slow)).toHaveLength(1)
})

test('a site without a sender refuses subscriptions, shows no form and logs no error', async ({
  visitor,
}) => {
  const logged = vi.spyOn(console, 'error')
  const off = await visitor.post('/api/letters', { kind: 'site', email: 'a@example.com' })
  expect([off.status, off.json.error.code]).toEqual([503, 'letters_off'])
  // A site without a sender is an expected state, not an outage.
  expect(logged).not.toHaveBeenCalled()
  const invalid = await visitor.post('/api/letters', { kind: 'site', email: 'no address' })
  expect([invalid.status, invalid.json.error.code]).toEqual([422, 'validation_failed'])
  expect((await visitor.get('/')).text).not.toContain('letters-form')
})

test('a subscription with an invalid address or an unknown topic is refused', async ({
  world,
  visitor,
}) => {
  await letters(world)
  const ask = (body: object) =>
    refusalOf(visitor.post('/api/letters', { email: 'a@example.com', ...body }))
  expect(await ask({ kind: 'site', email: 'no address' })).toEqual([422, 'email'])
  expect(await ask({ kind: 'planet' })).toEqual([422, 'kind'])
  for (const topic of [
    { kind: 'author', ref: 999_999_999 },
    { kind: 'author', ref: '1e3' },
    { kind: 'tag', ref: 'no-such-tag' },
    { kind: 'series', ref: 999_999_999 },
  ])
    expect(await ask(topic)).toEqual([404, 'not_found'])
})

test('a subscription without a solved challenge is refused, and the form comes back with the challenge and the address', async ({
  world,
  visitor,
  writer,
}) => {
  await letters(world)
  await world.setting('registration.challenge', true)
  const email = 'a@example.com'
  expect(await refusalOf(visitor.post('/api/letters', { kind: 'site', email }))).toEqual([
    403,
    'challenge_failed',
  ])
  const topic = { kind: 'author', ref: String(writer.user.uid) }
  const short = await visitor.submit('/letters', { ...topic, email })
  expect(short.status).toBe(403)
  for (const kept of ['name="challenge"', email]) expect(short.text).toContain(kept)
  await world.setting('registration.challenge', false)
})

test('the short forms of the site subscribe without JavaScript', async ({
  world,
  writer,
  visitor,
}) => {
  const { to } = await letters(world)
  const post = await world.post({ author: writer.user, tags: ['Letters of old'] })
  const ofWriter = [`/space/${writer.user.uid}`, `/letters/of/${writer.user.uid}`]
  for (const path of [`/posts/${post.id}`, ...ofWriter, '/posts?tag=Letters+of+old', '/']) {
    const { text } = await visitor.get(path)
    const form = text.match(/<form class="letters-form row"[\s\S]*?<\/form>/g)?.[0] ?? ''
    const fields = Object.fromEntries(
      [...form.matchAll(/name="(kind|ref)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const email = freshEmail()
    const sent = await redirectOf(visitor.submit('/letters', { ...fields, email, time_zone: '' }))
    expect([path, ...sent, to(email).length]).toEqual([path, 303, '/letters?asked', 1])
  }
  expect((await visitor.get('/letters?asked')).text).toContain('Check your inbox')
  expect((await visitor.get('/letters')).text.match(/name="email"/g)).toHaveLength(1)
  const { body, headers } = plainForm({ kind: 'site', email: freshEmail() })
  const foreign = { body: body ?? '', headers: { ...headers, origin: 'https://evil.example' } }
  expect((await visitor.send('POST', '/letters', foreign)).status).toBe(403)
})

test('a member without a confirmed e-mail address cannot subscribe, and the page names the reason', async ({
  world,
  writer,
  member: unproven,
}) => {
  await letters(world)
  const author = { kind: 'author', ref: String(writer.user.uid) }
  expect(await refusalOf(unproven.put('/api/letters/mine', author))).toEqual([
    403,
    'email_unverified',
  ])
  const to = await locationOf(unproven.submit('/letters/mine', author))
  expect((await unproven.get(to ?? '')).text).toContain('Confirm your e-mail address first')
})

test('a member subscribes a proven address with one press and without a mail, and the author sees the count', async ({
  world,
  writer,
}) => {
  const { binding } = await letters(world)
  const [member] = await world.members([{ isVerified: true }])
  const author = { kind: 'author', ref: String(writer.user.uid) }
  expect((await member.submit('/letters/mine', author)).status).toBe(303)
  expect(
    (await member.put('/api/letters/mine', { kind: 'site', cadence: 'weekly' })).json.items,
  ).toMatchObject([
    { ...author, cadence: 'each', path: `/space/${writer.user.uid}` },
    { kind: 'site', ref: '', cadence: 'weekly' },
  ])
  expect(binding.sent).toEqual([])
  expect((await member.get(`/letters?kind=author&ref=${author.ref}`)).text).toContain('Never')
  expect((await writer.get('/api/studio/letters')).json).toMatchObject({
    subscribers: 1,
    content: 'summary',
  })
})

test('a member who ends the last letter is no longer stored or counted as a subscriber', async ({
  world,
  writer,
}) => {
  await letters(world)
  const [member] = await world.members([{ isVerified: true }])
  const topics = [
    { kind: 'site', ref: '' },
    { kind: 'author', ref: String(writer.user.uid) },
  ]
  const choose = async (cadence: string) => {
    for (const topic of topics) await member.put('/api/letters/mine', { ...topic, cadence })
  }
  await choose('weekly')
  expect((await member.get('/api/letters/mine')).json.items).toHaveLength(2)
  await choose('off')
  expect((await member.get('/api/letters/mine')).json.items).toEqual([])
  expect(await world.db.all(sql`SELECT 1 FROM letter_subscribers`)).toEqual([])
  expect((await writer.get('/api/studio/letters')).json.subscribers).toBe(0)
})

test('the manage page changes and ends subscriptions without an account, and masks the address', async ({
  world,
  writer,
}) => {
  const { subscribe, linkTo, begin, sendDue } = await letters(world)
  const topic = { kind: 'author', ref: String(writer.user.uid) }
  const email = await subscribe(topic)
  await subscribe({ kind: 'site', cadence: 'daily' }, email)
  await begin()
  await world.post({ author: writer.user })
  await sendDue()
  const link = linkTo(email, 'manage')
  const reader = world.visitor()
  const page = await reader.get(link)
  expect([page.text.includes(email), page.text.includes(`${email[0]}…@example.com`)]).toEqual([
    false,
    true,
  ])
  const chosen = () =>
    world.db.all(sql`SELECT kind, cadence FROM letter_subscriptions ORDER BY kind`)
  await reader.submit(link, { ...topic, cadence: 'weekly' })
  expect(await chosen()).toEqual([
    { kind: 'author', cadence: 'weekly' },
    { kind: 'site', cadence: 'daily' },
  ])
  await reader.submit(link, { ...topic, cadence: 'off' })
  expect(await chosen()).toEqual([{ kind: 'site', cadence: 'daily' }])
  await reader.submit(link, { kind: 'site', ref: '', cadence: 'all' })
  expect(await chosen()).toEqual([])
})

test('a topic without subscribers leaves no row', async ({ world, writer }) => {
  const { subscribe } = await letters(world)
  const topics = () => world.db.all(sql`SELECT subscribers FROM letter_topics`)
  await subscribe({ kind: 'author', ref: writer.user.uid })
  expect(await topics()).toEqual([{ subscribers: 1 }])
  await world.db.batch([sql`DELETE FROM letter_subscriptions`])
  expect(await topics()).toEqual([])
})

test('an address can subscribe to a limited number of topics', async ({ world, writer }) => {
  const { subscribe } = await letters(world)
  await subscribe({ kind: 'author', ref: writer.user.uid })
  const add = (count: number) =>
    world.db.batch([
      sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
          INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
          SELECT id, 'tag', 't' || i, 'each', 'now' FROM n CROSS JOIN letter_subscribers`,
    ])
  await expect(add(SUBSCRIPTIONS_MAX)).rejects.toMatchObject({ code: 'quota_exceeded' })
  await add(SUBSCRIPTIONS_MAX - 1)
})

test('no table contains the address of a subscriber in plain text, and the site secret can be replaced', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, to, rows } = await letters(world)
  const email = await subscribe({ kind: 'author', ref: writer.user.uid })
  world.env = {
    ...world.env,
    JOULE_SECRET_20270101: 'a newer secret of this site',
    JOULE_SECRET_20270102: 'the newest secret',
  }
  await runOnly(['re-encrypt addresses of letters'], world.env, world.now)
  const {
    JOULE_SECRET: _,
    JOULE_SECRET_20270101: __,
    ...newest
  } = world.env as unknown as Record<string, unknown>
  world.env = newest as unknown as typeof world.env
  await begin()
  await world.post({ author: writer.user })
  await sendDue()
  expect(to(email)).toHaveLength(1)
  // The same address is found by its new hash.
  await subscribe({ kind: 'author', ref: writer.user.uid, cadence: 'daily' }, email)
  expect(await world.db.all(sql`SELECT cadence FROM letter_subscriptions`)).toEqual([
    { cadence: 'daily' },
  ])
  expect(JSON.stringify(await rows())).not.toContain(email.split('@')[0])
})

/** An owner who has just signed in imports and exports the subscribers of one author. */
async function importer(world: World, owner: Member, writer: Member) {
  const site = await letters(world)
  const topic = { kind: 'author', ref: String(writer.user.uid) }
  const fresh = await owner.signIn(owner.user)
  return {
    ...site,
    topic,
    fresh,
    send: (body: object) => fresh.post('/api/admin/letters/import', { ...topic, ...body }),
    importNext: () => runOnly(['import subscribers of letters'], world.env, world.now),
    exported: async () =>
      (await fresh.get(`/api/admin/letters.csv?kind=author&ref=${topic.ref}`)).text,
  }
}

/** A CSV file with two addresses, of which one is there twice, and a line without an address. */
const csvOf = (one: string, other: string) =>
  `name,email,since\r\n"Lin, A.",${one.toUpperCase()},2024\r\n,${one},\r\nno address,,\r\n=1+1,${other},\r\n`

test('an import counts the addresses of the list, and no table contains them in plain text', async ({
  world,
  owner,
  writer,
}) => {
  const { send, subscribe, topic, rows } = await importer(world, owner, writer)
  const known = await subscribe(topic)
  const [agreed, other, asked] = [freshEmail(), freshEmail(), freshEmail()]
  expect(await send({ addresses: csvOf(agreed, other), agreed: true })).toMatchObject({
    status: 202,
    json: { addresses: 2 },
  })
  expect(await send({ addresses: `${asked}\n${known}` })).toMatchObject({
    status: 202,
    json: { addresses: 2 },
  })
  expect(JSON.stringify(await rows())).not.toMatch(
    new RegExp([agreed, other, asked].join('|'), 'i'),
  )
})

test('imported addresses that agreed are subscribed and exported at once, others after they confirm', async ({
  world,
  owner,
  writer,
}) => {
  const { to, linkTo, run, send, subscribe, topic, importNext, exported } = await importer(
    world,
    owner,
    writer,
  )
  const known = await subscribe(topic)
  const [agreed, other, asked] = [freshEmail(), freshEmail(), freshEmail()]
  await send({ addresses: csvOf(agreed, other), agreed: true })
  await send({ addresses: `${asked}\n${known}` })
  const before = to(known).length
  for (let n = 0; n < 2; n++) await importNext()
  await run()
  expect(
    [to(agreed), to(other), to(known).slice(before), to(asked)].map(({ length }) => length),
  ).toEqual([0, 0, 0, 1])
  const since = world.now.toISOString()
  const lines = [known, agreed, other].map((email) => `${email},each,${since}\r\n`)
  expect(await exported()).toBe(`email,cadence,since\r\n${lines.join('')}`)
  await world.visitor().submit(linkTo(asked, 'confirm'), {})
  expect(await exported()).toContain(`${asked},each,`)
})

test('an address that the owner ended can be imported again, and one that complained cannot', async ({
  world,
  owner,
  writer,
}) => {
  const { fresh, send, importNext, exported } = await importer(world, owner, writer)
  const [ended, complained] = [freshEmail(), freshEmail()]
  const both = { addresses: `${ended}\n${complained}`, agreed: true }
  await send(both)
  await importNext()
  expect(await exported()).toContain(complained)
  expect((await fresh.post('/api/admin/letters/end', { email: ended })).status).toBe(204)
  expect(
    (await fresh.post('/api/admin/letters/end', { email: complained, complained: true })).status,
  ).toBe(204)
  await send(both)
  await importNext()
  expect(await exported()).not.toContain(complained)
  expect(await exported()).toContain(ended)
})

test('an import without an address or with too many addresses is refused', async ({
  world,
  owner,
  writer,
}) => {
  const { send } = await importer(world, owner, writer)
  expect(await refusalOf(send({ addresses: 'unknown' }))).toEqual([422, 'addresses'])
  const tooMany = Array.from(
    { length: IMPORTED_ADDRESSES_MAX + 1 },
    (_, n) => `${n}@example.com`,
  ).join('\n')
  expect(await refusalOf(send({ addresses: tooMany }))).toEqual([422, 'addresses'])
})
