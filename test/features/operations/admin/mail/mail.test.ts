import { sql } from 'drizzle-orm'
import type { Bindings } from '#env'
import { UNVERIFIED_MAILS_AN_HOUR } from '#kernel/rate-limits.ts'
import { planOf } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { Binding, emptyOutbox, mailsOf, queue, run } from '../../../core/mail/fixtures.ts'

test('without a mail service the owner sees unsent mail with its link', async ({ world }) => {
  const owner = await world.member({ role: 'owner', isVerified: true })
  expect((await owner.post('/api/admin/mail/test')).status).toBe(204)
  expect(await mailsOf(world, owner.user)).toMatchObject([
    { status: 'kept', address: owner.user.email },
  ])
  const { text } = await owner.get('/admin/mail')
  expect(text).toContain('This site has no mail service')
  expect(text).toContain('A test mail from Joule')
  expect(text).toContain('href="http://joule.test/admin/mail"')
  expect(text).toContain('data-api="POST /api/admin/mail/test"')
  owner.language = 'zh-CN'
  expect((await owner.get('/admin/mail')).text).toContain('本站没有邮件服务')
})

test('with a mail service the mail is sent after the response, in the language of the request', async ({
  world,
}) => {
  const binding = new Binding()
  Object.assign(world, {
    env: { ...world.env, EMAIL: binding, MAIL_FROM: 'mail@joule.test' } satisfies Bindings,
  })
  const owner = await world.member({ role: 'owner', isVerified: true })
  owner.language = 'zh-CN'
  await owner.post('/api/admin/mail/test')
  expect(binding.sent).toMatchObject([{ to: owner.user.email, subject: 'Joule 的测试邮件' }])
  const { text } = await owner.get('/admin/mail')
  expect(text).not.toContain('本站没有邮件服务')
  expect(text).toContain('已发出')
})

test('an unverified owner gets the verification link as test mail, within the limit of such links', async ({
  world,
  owner,
}) => {
  const send = async () => (await owner.post('/api/admin/mail/test')).status
  for (let n = 0; n < UNVERIFIED_MAILS_AN_HOUR; n++) expect(await send()).toBe(204)
  expect(await send()).toBe(429)
  const mails = await mailsOf(world, owner.user)
  expect(mails.map(({ kind }) => kind)).toEqual(Array(UNVERIFIED_MAILS_AN_HOUR).fill('verify'))
})

test('a failed mail shows its error and can be sent again by the owner; a sent mail cannot', async ({
  world,
}) => {
  await emptyOutbox(world)
  const [owner, user, binding] = [
    await world.member({ role: 'owner' }),
    await world.user(),
    new Binding(),
  ]
  binding.fails = () => 'E_RECIPIENT_SUPPRESSED'
  await queue(world, user)
  await run(world, binding)
  const { text } = await owner.get('/admin/mail')
  expect(text).toContain('E_RECIPIENT_SUPPRESSED: as the test wants it')
  const [mail] = await mailsOf(world, user)
  expect((await owner.post(`/api/admin/mail/${mail?.id}/retry`)).status).toBe(204)
  // The test site has no mail service, so a retried mail gets the status `kept`.
  expect(await mailsOf(world, user)).toMatchObject([{ status: 'kept' }])
  const other = await world.user()
  await queue(world, other)
  await run(world, new Binding())
  const [sent] = await mailsOf(world, other)
  expect((await owner.post(`/api/admin/mail/${sent?.id}/retry`)).status).toBe(404)
})

test('the cost of the mail page does not grow with the outbox', async ({ world, user }) => {
  await queue(world, user, 500)
  const page = sql`SELECT * FROM outbox WHERE TRUE AND id < 5 ORDER BY id DESC LIMIT 21`
  expect(await planOf(world.db, page)).toContain('SEARCH outbox USING INTEGER PRIMARY KEY')
  await emptyOutbox(world)
})
