import { REPLIES_MAX, REPLY_MAX } from '#features/operations/admin/reports/replies.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { auditOf } from '../support.ts'

const PATH = '/api/admin/saved-replies'

async function setUp() {
  const world = new World()
  const [admin, colleague] = await world.members([
    { role: 'admin' },
    { role: 'admin', username: `col${crypto.randomUUID().slice(0, 8)}` },
  ])
  return { world, admin, colleague }
}

test('a saved reply is offered to all admins, listed on its page, logged, and deleted once', async () => {
  const { world, admin, colleague } = await setUp()
  const reply = { kind: 'post', text_zh: '见社区规则第 3 条', text_en: 'See rule 3' }
  const saved = await admin.post(PATH, reply)
  expect([saved.status, saved.json]).toEqual([201, { id: expect.any(Number), ...reply }])
  expect((await colleague.get(PATH)).json.items).toEqual([saved.json])
  expect((await colleague.get('/admin/reports?view=replies')).text).toContain(
    '见社区规则第 3 条 / See rule 3',
  )
  const deletions = [admin, colleague].map((by) => by.delete(`${PATH}/${saved.json.id}`))
  expect(await statusesOf(deletions)).toEqual([204, 404])
  const log = await auditOf(world, 'site_setting', 'saved_replies')
  expect(log.map(({ action }) => action)).toEqual(['reply.add', 'reply.delete'])
  const page = (await admin.get('/admin/audit-log')).text
  for (const text of ['Added a saved reply', 'Deleted a saved reply']) expect(page).toContain(text)
})

test('a reply needs a text in one language, fits into a reason, contains no names and exists once', async () => {
  const { admin, colleague } = await setUp()
  const save = (body: object) => admin.post(PATH, { kind: 'kept', ...body })
  expect(await refusalOf(save({}))).toEqual([422, 'text_zh'])
  expect(await refusalOf(save({ kind: 'other', text_en: 'x' }))).toEqual([422, 'kind'])
  expect(await refusalOf(save({ text_en: 'x'.repeat(REPLY_MAX + 1) }))).toEqual([422, 'text_en'])
  const together = { kind: 'profile', text_zh: 'x'.repeat(100), text_en: 'x'.repeat(100) }
  expect(await refusalOf(save(together))).toEqual([422, 'text_en'])
  const named = await save({ text_en: `Ask @${colleague.user.username}` })
  expect(named.json.text_en).toBe(`Ask UID ${colleague.user.uid}`)
  expect((await save({ text_en: 'Fine' })).status).toBe(201)
  expect(await refusalOf(save({ text_en: 'Fine' }))).toEqual([422, 'text_zh'])
})

test('each kind of saved reply has a limit, also under concurrent requests', async () => {
  const { admin } = await setUp()
  const save = (kind: string, nth: number) => admin.post(PATH, { kind, text_en: `Reply ${nth}` })
  for (let nth = 1; nth < REPLIES_MAX; nth++) await save('user', nth)
  expect(await statusesOf([save('user', 20), save('user', 21)])).toEqual([201, 422])
  expect(await refusalOf(save('user', 30))).toEqual([422, 'kind'])
  expect((await save('comment', 1)).status).toBe(201)
})
