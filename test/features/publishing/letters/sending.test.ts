import { sql } from 'drizzle-orm'
import { Meter, openDb } from '#db/client.ts'
import { deliver } from '#features/core/outbox/deliver.ts'
import { sealAddress } from '#features/publishing/letters/address.ts'
import { LETTER_DELAY, LETTER_PAUSE, planLetters } from '#features/publishing/letters/plan.ts'
import { letterSender, PAUSE_QUOTA } from '#features/publishing/letters/sender.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { seal } from '#kernel/crypto/signatures.ts'
import { expect, test } from '#test/test.ts'
import { freshEmail, type World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { letters } from './fixtures.ts'

const figures = (world: World) =>
  world.db.all(
    sql`SELECT state, sent, failed, bounced, complained, problem FROM letters ORDER BY id DESC LIMIT 1`,
  )

test('a letter goes once to a reader who subscribed to the author, the tag and the site, and an author has one letter a day for all posts', async ({
  world,
  writer: { user },
}) => {
  const { subscribe, begin, sendDue, to, binding } = await letters(world)
  const [old] = await world.posts([{ author: user, tags: ['Ink'] }])
  const email = await subscribe({ kind: 'author', ref: user.uid })
  for (const topic of [{ kind: 'tag', ref: 'ink' }, { kind: 'site' }]) await subscribe(topic, email)
  const other = await subscribe({ kind: 'tag', ref: 'Ink' })
  world.wait(HOUR)
  await begin()
  const post = await world.post({ author: user, tags: ['Ink'], title: 'Once' })
  await sendDue(5 * MINUTE)
  expect(binding.sent).toEqual([])
  await sendDue()
  expect([to(email).length, to(other).length]).toEqual([1, 1])
  expect(to(email)[0]?.text).toContain(`/posts/${post.id}`)
  expect(to(email)[0]?.text).not.toContain(`/posts/${old.id}`)

  // Not the one that is hidden before its letter starts.
  const [hidden] = await world.posts(
    ['Hidden', 'Second', 'Third'].map((title) => ({ author: user, title })),
  )
  await sendDue()
  await world.db.batch([
    sql`UPDATE posts SET version = version + 1, deleted_at = 'now' WHERE id = ${hidden?.id}`,
  ])
  await sendDue(LETTER_PAUSE - HOUR)
  expect(to(email)).toHaveLength(1)
  await sendDue(HOUR)
  expect(to(email).map(({ subject }) => subject)).toEqual(['Once', 'Second and 1 more'])
})

test('a stop link ends the one subscription that caused the letter, a second use changes nothing, and List-Id names it', async ({
  world,
  writer: { user },
}) => {
  const { subscribe, begin, sendDue, to, linkTo } = await letters(world)
  await world.posts([{ author: user, tags: ['C++ 墨水'] }])
  const author = { kind: 'author', ref: String(user.uid) }
  const email = await subscribe({ kind: 'site', cadence: 'daily' })
  // The digest is not due in this test.
  await world.db.batch([sql`UPDATE letter_subscriptions SET digest_at = '2999'`])
  await subscribe(author, email)
  await subscribe({ kind: 'tag', ref: 'C++ 墨水' }, email)
  const kinds = async () =>
    (
      await world.db.all(sql<{ kind: string }>`SELECT kind FROM letter_subscriptions ORDER BY kind`)
    ).map(({ kind }) => kind)
  const list = () => String(to(email).at(-1)?.headers?.['List-Id'])
  const stop = async () => {
    const press = { 'List-Unsubscribe': 'One-Click' }
    const link = linkTo(email, 'stop')
    for (let n = 0; n < 2; n++) expect((await world.visitor().submit(link, press)).status).toBe(200)
  }
  await begin()
  for (const [name, left] of [
    [`<author-${user.uid}.`, ['site', 'tag']],
    ['<tag-', ['site']],
  ] as const) {
    await world.post({ author: user, tags: ['C++ 墨水'] })
    await sendDue()
    expect(list()).toContain(name)
    await stop()
    expect(await kinds()).toEqual(left)
    world.wait(LETTER_PAUSE)
  }
})

test('each use of an older stop link, which names a letter, ends one subscription to its topics', async ({
  world,
  writer: { user },
}) => {
  const { subscribe, begin, sendDue } = await letters(world)
  await world.posts([{ author: user, tags: ['ink'] }])
  const email = await subscribe({ kind: 'site', cadence: 'each' })
  await subscribe({ kind: 'tag', ref: 'ink' }, email)
  await subscribe({ kind: 'author', ref: user.uid }, email)
  await begin()
  await world.post({ author: user, tags: ['ink'] })
  await sendDue()
  const [letter] = await world.db.all(sql<{ subscriber: number; id: number }>`
    SELECT subscriber_id AS subscriber, letter_id AS id FROM letter_sends
    WHERE letter_id = (SELECT id FROM letters WHERE author_id = ${user.uid})`)
  const content = `${letter?.subscriber}.letter-${letter?.id}`
  const token = await seal(secretsOf(world.env), 'letter-stop', content)
  const left: string[][] = []
  for (let n = 0; n < 4; n++) {
    const press = { 'List-Unsubscribe': 'One-Click' }
    expect((await world.visitor().submit(`/letters/stop?token=${token}`, press)).status).toBe(200)
    const rows = await world.db.all(sql<{ kind: string }>`
      SELECT kind FROM letter_subscriptions ORDER BY kind`)
    left.push(rows.map(({ kind }) => kind))
  }
  expect(left).toEqual([['site', 'tag'], ['site'], [], []])
})

test('the stop link of a digest ends the subscriptions that the digest gathered, and no other', async ({
  world,
  writer: { user },
}) => {
  const { subscribe, begin, sendDue, to, linkTo } = await letters(world)
  const author = { kind: 'author', ref: String(user.uid), cadence: 'daily' }
  const email = await subscribe(author)
  const kinds = async () =>
    (
      await world.db.all(sql<{ kind: string }>`SELECT kind FROM letter_subscriptions ORDER BY kind`)
    ).map(({ kind }) => kind)
  const digest = async () => {
    world.wait(MINUTE)
    await world.post({ author: user, tags: ['ink'] })
    const before = to(email).length
    for (let hour = 0; hour < 25 && to(email).length === before; hour++) await sendDue(HOUR)
    return { list: String(to(email).at(-1)?.headers?.['List-Id']), link: linkTo(email, 'stop') }
  }
  const stop = async (link: string) =>
    (await world.visitor().submit(link, { 'List-Unsubscribe': 'One-Click' })).status
  await begin()
  // A digest of one subscription belongs to this subscription.
  const ofOne = await digest()
  expect(ofOne.list).toContain(`<author-${user.uid}.`)
  await subscribe({ kind: 'tag', ref: 'ink', cadence: 'daily' }, email)
  const ofTwo = await digest()
  expect(ofTwo.list).toContain('<daily.')
  world.wait(MINUTE)
  await subscribe({ kind: 'site', cadence: 'daily' }, email)
  expect([await stop(ofOne.link), await kinds()]).toEqual([200, ['site', 'tag']])
  expect([await stop(ofTwo.link), await kinds()]).toEqual([200, ['site']])
  expect([await stop(ofTwo.link), await kinds()]).toEqual([200, ['site']])
})

test('a series sends its new part to its subscribers, and its stop link ends it', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, to, linkTo } = await letters(world)
  const post = await world.post({ author: writer.user, title: 'Part one' })
  const { id } = (await writer.post('/api/studio/series', { title: 'Slow words' })).json
  await writer.put(`/api/studio/series/${id}/posts`, { ids: [post.id] })
  const email = await subscribe({ kind: 'series', ref: id })
  world.wait(HOUR)
  await begin()
  const next = await world.post({ author: writer.user, title: 'Part two' })
  const author = await world.visitor().signIn(writer.user)
  await author.put(`/api/studio/series/${id}/posts`, { ids: [post.id, next.id] })
  await sendDue()
  expect(to(email).map(({ subject }) => subject)).toEqual(['Part two'])
  await world.visitor().submit(linkTo(email, 'stop'), { 'List-Unsubscribe': 'One-Click' })
  expect(await world.db.all(sql`SELECT 1 FROM letter_subscribers`)).toEqual([])
})

test('no letter is sent for beginners, for imports, and for authors who do not want letters or were switched off', async ({
  world,
  writer,
  owner,
}) => {
  const { subscribe, begin, sendDue, binding } = await letters(world)
  const [beginner, quiet, blocked] = await world.members([{ level: 1 }, { level: 2 }, { level: 2 }])
  for (const { user } of [beginner, quiet, blocked, writer])
    await subscribe({ kind: 'author', ref: user.uid })
  await begin()
  await quiet.put('/api/studio/letters', { content: 'off' })
  expect((await owner.delete(`/api/admin/letters/authors/${blocked.user.uid}`)).status).toBe(204)
  await world.posts([beginner, quiet, blocked].map(({ user }) => ({ author: user })))
  const imported = await world.post({ author: writer.user })
  await world.db.batch([sql`UPDATE posts SET import_key = 'ghost:1' WHERE id = ${imported.id}`])
  await sendDue()
  expect(binding.sent).toEqual([])
  expect((await blocked.get('/studio/letters')).text).toContain('switched off')
})

test('a test letter goes to its author only, and its stop link ends nothing', async ({
  world,
  verified: author,
}) => {
  const { binding, subscribe, linkTo, to } = await letters(world)
  const email = author.user.email ?? ''
  await subscribe({ kind: 'author', ref: author.user.uid })
  const { id } = await world.post({ author: author.user, title: 'A new post' })
  binding.sent.length = 0
  expect((await author.post('/api/studio/letters/test', { post_id: String(id) })).status).toBe(422)
  expect((await author.post('/api/studio/letters/test', { post_id: id })).status).toBe(202)
  expect(binding.sent.map((mail) => [mail.to, mail.subject])).toEqual([
    [email, '[Test] A new post'],
  ])
  const link = linkTo(email, 'stop')
  expect(to(email)[0]?.headers).toMatchObject({ 'List-Unsubscribe': `<http://joule.test${link}>` })
  expect((await world.visitor().submit(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect((await author.get('/api/studio/letters')).json.subscribers).toBe(1)
})

test('two hard bounces end everything to an address, and a temporary refusal is tried again for a day', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, run, to, binding } = await letters(world)
  const topic = { kind: 'author', ref: writer.user.uid }
  const [bad, slow, full, good] = [
    await subscribe(topic),
    await subscribe(topic),
    await subscribe(topic),
    await subscribe(topic),
  ]
  await begin()
  const refuses = (...waiting: string[]) => {
    binding.fails = (address) =>
      address === bad
        ? 'E_RECIPIENT_NOT_ALLOWED'
        : waiting.includes(address)
          ? 'E_DELIVERY_FAILED'
          : null
  }
  refuses(slow, full)
  await world.post({ author: writer.user })
  await sendDue()
  expect(to(good)).toHaveLength(1)
  expect(await figures(world)).toMatchObject([
    { state: 'sent', sent: 1, failed: 0, bounced: 1, problem: null },
  ])
  refuses(full)
  world.wait(2 * MINUTE)
  await run()
  expect(to(slow)).toHaveLength(1)
  for (let hours = 0; hours < 24; hours += 2) {
    world.wait(2 * HOUR)
    await run()
  }
  expect(await figures(world)).toMatchObject([{ sent: 2, failed: 1, bounced: 1 }])
  await world.post({ author: writer.user })
  await sendDue()
  expect(to(good)).toHaveLength(2)
  const ended = await world.db.all(
    sql`SELECT ended, email FROM letter_subscribers WHERE ended IS NOT NULL`,
  )
  expect(ended).toEqual([{ ended: 'bounced', email: null }])
  // A new request for this address sends nothing.
  await world.visitor().post('/api/letters', { ...topic, email: bad })
  binding.fails = () => null
  await run()
  expect(to(bad)).toEqual([])
})

test('a letter writes at most five rows for each subscriber', async ({
  world,
  writer: { user },
}) => {
  const { begin } = await letters(world)
  const secrets = secretsOf(world.env)
  const at = world.now.toISOString()
  const sealed = await Promise.all(
    Array.from({ length: 60 }, () => sealAddress(secrets, freshEmail())),
  )
  await world.db.batch([
    sql`INSERT INTO letter_subscribers (email_hash, email, key_id, language, time_zone, site, created_at)
        SELECT value ->> 'hash', value ->> 'text', value ->> 'keyId', 'en', 'UTC', 'https://joule.test', ${at}
        FROM json_each(${JSON.stringify(sealed)})`,
    sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
        SELECT id, 'author', ${String(user.uid)}, 'each', ${at} FROM letter_subscribers`,
  ])
  await begin()
  await world.post({ author: user })
  world.wait(LETTER_DELAY + MINUTE)
  const meter = new Meter()
  const db = openDb(world.env.DB, meter)
  await planLetters(db, world.now)
  await deliver(db, [letterSender(world.env, secrets)], world.now, { most: 500 })
  expect(await figures(world)).toMatchObject([{ state: 'sent', sent: sealed.length }])
  expect(meter.rowsWritten / sealed.length).toBeLessThan(5)
})

test('a full quota pauses letters and digests, the owner sees why, and they go on where they stopped', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, binding } = await letters(world)
  const topic = { kind: 'author', ref: writer.user.uid }
  const readers: string[] = []
  for (let n = 0; n < 5; n++) readers.push(await subscribe(topic))
  const daily = await subscribe({ ...topic, cadence: 'daily' })
  await begin()
  world.wait(MINUTE)
  binding.fails = () => (binding.sent.length >= 2 ? 'E_DAILY_LIMIT_EXCEEDED' : null)
  await world.post({ author: writer.user })
  await sendDue()
  expect(await figures(world)).toMatchObject([
    { state: 'sending', sent: 2, problem: expect.stringContaining('LIMIT') },
  ])
  const fresh = await world.member({ role: 'owner' })
  expect((await fresh.get('/admin/letters')).text).toContain('E_DAILY_LIMIT_EXCEEDED')
  expect((await fresh.get('/api/admin/letters')).json.items[0]).toMatchObject({
    state: 'sending',
    sent: 2,
  })
  binding.fails = () => null
  await sendDue(PAUSE_QUOTA / 2)
  expect(binding.sent).toHaveLength(2)
  await sendDue(PAUSE_QUOTA / 2)
  expect(binding.sent.map(({ to }) => to)).toEqual(readers)
  expect(await figures(world)).toMatchObject([{ state: 'sent', sent: 5, problem: null }])
  // A quota that is full for days delays a digest, and loses none.
  binding.fails = () => 'E_DAILY_LIMIT_EXCEEDED'
  for (let day = 0; day < 3; day++) await sendDue(DAY)
  binding.fails = () => null
  await sendDue(3 * PAUSE_QUOTA)
  expect(binding.sent.map(({ to }) => to)).toEqual([...readers, daily])
})

test('digests are sent once a day or week, in the morning of the reader and in their language', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, binding, to } = await letters(world)
  const tokyo = 'Asia/Tokyo'
  const author = { kind: 'author', ref: writer.user.uid }
  const daily = await subscribe({ ...author, cadence: 'daily', time_zone: tokyo })
  const weekly = await subscribe({ ...author, cadence: 'weekly' })
  const quiet = await subscribe({
    kind: 'author',
    ref: (await world.user({ level: 2 })).uid,
    cadence: 'daily',
  })
  await world.db.batch([
    sql`UPDATE letter_subscribers SET language = 'zh-CN' WHERE id = (SELECT MIN(id) FROM letter_subscribers)`,
  ])
  await begin()
  world.wait(MINUTE)
  await world.posts([
    { author: writer.user, title: 'One' },
    { author: writer.user, title: 'Two' },
  ])
  const times: string[] = []
  // Each hour of the first day, then each day. A mail server that refuses the first one for now
  // gets it two hours later.
  let isBusy = true
  binding.fails = (address) => {
    const code = isBusy && address === daily ? 'E_DELIVERY_FAILED' : null
    if (code) isBusy = false
    return code
  }
  for (let step = 0; step < 24 + 8; step++) {
    const before = binding.sent.length
    if (step === 24) await world.post({ author: writer.user, title: 'Three' })
    await sendDue(step < 24 ? HOUR : DAY)
    for (const mail of binding.sent.slice(before))
      times.push(
        `${mail.to === daily ? 'daily' : 'weekly'} ${mail.subject} ${world.now.toISOString().slice(11, 13)}`,
      )
  }
  // Noon in Shanghai is 4:00 UTC; 8:00 in Tokyo is 23:00 UTC, in Shanghai 0:00 UTC.
  expect(times.filter((each) => each.startsWith('daily'))).toEqual([
    'daily Two等 2 篇新文章 01',
    'daily Three 04',
  ])
  expect(times.filter((each) => each.startsWith('weekly'))).toHaveLength(to(weekly).length)
  expect(to(weekly)).toMatchObject([{ subject: expect.stringMatching(/^This week: /) }])
  expect(to(quiet)).toEqual([])
})

test('delivery reports end the letters of an address that complained, and count a bounce', async ({
  world,
  writer,
}) => {
  const { takeMailReports } = await import('#mail-reports')
  const { subscribe, begin, sendDue } = await letters(world)
  for (let n = 0; n < 2; n++) await subscribe({ kind: 'author', ref: writer.user.uid })
  await begin()
  await world.post({ author: writer.user })
  await sendDue()
  const sends = await world.db.all(
    sql<{ message_id: string }>`SELECT message_id FROM letter_sends ORDER BY subscriber_id`,
  )
  const report = (type: string, messageId = '') => ({
    body: {
      type: `cf.email.sending.message.${type}`,
      payload: { messageId, recipient: 'a@example.com' },
    },
    ack() {},
    retry() {},
  })
  const messages = [
    report('complained', sends[0]?.message_id),
    report('bounced', sends[1]?.message_id),
    report('complained', 'other'),
  ]
  for (let n = 0; n < 2; n++)
    await takeMailReports({ messages } as unknown as MessageBatch, world.env, world.now)
  expect(
    await world.db.all(sql`SELECT ended, bounces FROM letter_subscribers ORDER BY id`),
  ).toEqual([
    { ended: 'complained', bounces: 0 },
    { ended: null, bounces: 1 },
  ])
  expect(await figures(world)).toMatchObject([{ sent: 1, bounced: 1, complained: 1 }])
})
