import { sql } from 'drizzle-orm'
import { LETTER_PAUSE } from '#features/publishing/letters/plan.ts'
import { PAUSE_QUOTA } from '#features/publishing/letters/sender.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { letters } from './fixtures.ts'

const figures = sql<
  Record<string, unknown>
>`SELECT state, sent, failed, bounced, problem FROM letters ORDER BY id DESC LIMIT 1`

test('a letter goes once to a reader of author, tag and site, and not for a post that is no longer public', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, to, binding } = await letters(world)
  const [old] = await world.posts([{ author: writer.user, tags: ['Ink'] }])
  const email = await subscribe({ kind: 'author', ref: writer.user.uid })
  for (const topic of [{ kind: 'tag', ref: 'ink' }, { kind: 'site' }]) await subscribe(topic, email)
  const other = await subscribe({ kind: 'tag', ref: 'Ink' })
  world.wait(HOUR)
  await begin()
  const post = await world.post({ author: writer.user, tags: ['Ink'], title: 'Once' })
  await sendDue(5 * MINUTE)
  expect(binding.sent).toEqual([])
  await sendDue()
  expect([to(email).length, to(other).length, to(email)[0]?.subject]).toEqual([1, 1, 'Once'])
  expect(to(email)[0]?.text).toContain(`/posts/${post.id}`)
  expect(to(email)[0]?.text).not.toContain(`/posts/${old.id}`)

  world.wait(LETTER_PAUSE)
  const hidden = await world.post({ author: writer.user, tags: ['Ink'] })
  world.wait(6 * MINUTE)
  await world.db.batch([sql`UPDATE posts SET version = version + 1, deleted_at = 'now' WHERE id = ${hidden.id}`])
  await sendDue()
  expect(binding.sent).toHaveLength(2)
})

test('a series sends its new part to its subscribers, and its stop link ends it', async ({ world, writer }) => {
  const { subscribe, begin, sendDue, to, linkIn } = await letters(world)
  const post = await world.post({ author: writer.user, title: 'Part one' })
  const series = await writer.post('/api/studio/series', { title: 'Slow words' })
  const { id } = series.json
  await writer.put(`/api/studio/series/${id}/posts`, { ids: [post.id] })
  const email = await subscribe({ kind: 'series', ref: id })
  world.wait(HOUR)
  await begin()
  const next = await world.post({ author: writer.user, title: 'Part two' })
  const author = await world.visitor().signIn(writer.user)
  await author.put(`/api/studio/series/${id}/posts`, { ids: [post.id, next.id] })
  await sendDue()
  expect(to(email).map(({ subject }) => subject)).toEqual(['Part two'])
  const stop = linkIn(to(email)[0]?.text ?? '', 'stop')
  await world.visitor().submit(stop, { 'List-Unsubscribe': 'One-Click' })
  expect(await world.db.all(sql`SELECT 1 FROM letter_subscribers`)).toEqual([])
})

test('an author has one letter a day: more posts wait and share the next one', async ({ world, writer }) => {
  const { subscribe, begin, sendDue, to } = await letters(world)
  const email = await subscribe({ kind: 'author', ref: writer.user.uid })
  await begin()
  await world.post({ author: writer.user, title: 'First' })
  await sendDue()
  for (const title of ['Second', 'Third']) {
    await world.post({ author: writer.user, title })
    await sendDue()
  }
  expect(to(email).map(({ subject }) => subject)).toEqual(['First'])
  await sendDue(LETTER_PAUSE)
  expect(to(email).map(({ subject }) => subject)).toEqual(['First', 'Second and 1 more'])
})

test('beginners, imports, authors who do not want it or were switched off send no letters', async ({
  world,
  writer,
  owner,
}) => {
  const { subscribe, begin, sendDue, binding } = await letters(world)
  const [beginner, quiet, blocked] = await world.members([{ level: 1 }, { level: 2 }, { level: 2 }])
  for (const { user } of [beginner, quiet, blocked, writer]) await subscribe({ kind: 'author', ref: user.uid })
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

test('two hard bounces end everything to an address, and a temporary refusal is tried again', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, run, to, binding } = await letters(world)
  const topic = { kind: 'author', ref: writer.user.uid }
  const [bad, slow, good] = [await subscribe(topic), await subscribe(topic), await subscribe(topic)]
  await begin()
  binding.fails = (address) =>
    address === bad ? 'E_RECIPIENT_NOT_ALLOWED' : address === slow ? 'E_DELIVERY_FAILED' : null
  await world.post({ author: writer.user })
  await sendDue()
  expect(to(good)).toHaveLength(1)
  expect(await world.db.all(figures)).toEqual([{ state: 'sent', sent: 1, failed: 0, bounced: 1, problem: null }])
  binding.fails = (address) => (address === bad ? 'E_RECIPIENT_NOT_ALLOWED' : null)
  world.wait(2 * MINUTE)
  await run()
  expect(to(slow)).toHaveLength(1)
  expect(await world.db.all(figures)).toMatchObject([{ sent: 2, failed: 0 }])
  world.wait(DAY)
  await world.post({ author: writer.user })
  await sendDue()
  const ended = await world.db.all(sql`SELECT ended, email FROM letter_subscribers WHERE ended IS NOT NULL`)
  expect(ended).toEqual([{ ended: 'bounced', email: null }])
  // A new request for this address sends nothing.
  await world.visitor().post('/api/letters', { ...topic, email: bad })
  binding.fails = () => null
  await run()
  expect(to(bad)).toEqual([])
})

test('a full quota pauses a letter, the owner sees why, and it goes on at the cursor', async ({ world, writer }) => {
  const { subscribe, begin, sendDue, run, binding } = await letters(world)
  const readers: string[] = []
  for (let n = 0; n < 5; n++) readers.push(await subscribe({ kind: 'author', ref: writer.user.uid }))
  await begin()
  binding.fails = () => (binding.sent.length >= 2 ? 'E_DAILY_LIMIT_EXCEEDED' : null)
  await world.post({ author: writer.user })
  await sendDue()
  expect(await world.db.all(figures)).toMatchObject([
    { state: 'sending', sent: 2, problem: expect.stringContaining('LIMIT') },
  ])
  const fresh = await world.member({ role: 'owner' })
  expect((await fresh.get('/admin/letters')).text).toContain('E_DAILY_LIMIT_EXCEEDED')
  expect((await fresh.get('/api/admin/letters')).json.items[0]).toMatchObject({ state: 'sending', sent: 2 })
  world.wait(PAUSE_QUOTA / 2)
  binding.fails = () => null
  await run()
  expect(binding.sent).toHaveLength(2)
  world.wait(PAUSE_QUOTA / 2)
  await run()
  expect(binding.sent.map(({ to }) => to)).toEqual(readers)
  expect(await world.db.all(figures)).toMatchObject([{ state: 'sent', sent: 5, problem: null }])
})

test('digests come once a day or week in the morning of the reader, in their language', async ({ world, writer }) => {
  const { subscribe, begin, sendDue, binding, to } = await letters(world)
  const tokyo = 'Asia/Tokyo'
  const author = { kind: 'author', ref: writer.user.uid }
  const daily = await subscribe({ ...author, cadence: 'daily', ...{ time_zone: tokyo } })
  const weekly = await subscribe({ ...author, cadence: 'weekly' })
  const quiet = await subscribe({ kind: 'author', ref: (await world.user({ level: 2 })).uid, cadence: 'daily' })
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
  // Each hour of the first day, then each day.
  for (let step = 0; step < 24 + 8; step++) {
    const before = binding.sent.length
    if (step === 24) await world.post({ author: writer.user, title: 'Three' })
    await sendDue(step < 24 ? HOUR : DAY)
    for (const mail of binding.sent.slice(before))
      times.push(`${mail.to === daily ? 'daily' : 'weekly'} ${mail.subject} ${world.now.toISOString().slice(11, 13)}`)
  }
  // Noon in Shanghai is 4:00 UTC; 8:00 in Tokyo is 23:00 UTC, in Shanghai 0:00 UTC.
  expect(times.filter((each) => each.startsWith('daily'))).toEqual(['daily Two等 2 篇新文章 23', 'daily Three 04'])
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
    body: { type: `cf.email.sending.message.${type}`, payload: { messageId, recipient: 'a@example.com' } },
    ack() {},
    retry() {},
  })
  const messages = [
    report('complained', sends[0]?.message_id),
    report('bounced', sends[1]?.message_id),
    report('complained', 'other'),
  ]
  for (let n = 0; n < 2; n++) await takeMailReports({ messages } as unknown as MessageBatch, world.env, world.now)
  expect(await world.db.all(sql`SELECT ended, bounces FROM letter_subscribers ORDER BY id`)).toEqual([
    { ended: 'complained', bounces: 0 },
    { ended: null, bounces: 1 },
  ])
  expect(await world.db.all(sql`SELECT sent, bounced, complained FROM letters`)).toEqual([
    { sent: 1, bounced: 1, complained: 1 },
  ])
})
