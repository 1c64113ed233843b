import { sql } from 'drizzle-orm'
import { BATCH_CODES_MAX } from '#features/accounts/invitations/batches.ts'
import { OPEN_INVITATIONS_MAX } from '#features/accounts/invitations/invitations.ts'
import { expect, test } from '#test/test.ts'
import { type Client, freshEmail } from '#test/world.ts'

const newcomer = () => ({ email: freshEmail(), password: 'long enough' })

test('the owner creates many codes at once, downloads them and sees how many were used', async ({
  world,
  owner,
}) => {
  await world.setting('registration.invite_only', true)
  const input = { count: BATCH_CODES_MAX, uses: 1, days: 90, note: 'Meetup' }
  const { status, json } = await owner.post('/api/admin/invitations', input)
  expect(status).toBe(201)
  const codes: string[] = json.items.map(({ code }: { code: string }) => code)
  expect(new Set(codes).size).toBe(BATCH_CODES_MAX)
  const join = (code = '') =>
    world.visitor().post('/api/auth/register', { ...newcomer(), invitation: code })
  expect((await join(codes[0])).status).toBe(201)
  expect((await join(codes[0])).status).toBe(403)
  const [batch] = (await owner.get('/api/admin/invitations')).json.items
  expect(batch).toMatchObject({
    id: json.id,
    note: 'Meetup',
    codes: BATCH_CODES_MAX,
    uses: 1,
    used: 1,
  })
  const csv = await owner.get(`/api/admin/invitations/${json.id}/codes.csv`)
  const lines = csv.text.trim().split('\r\n')
  expect(lines).toHaveLength(BATCH_CODES_MAX + 1)
  expect(lines[1]).toContain(`${codes[0]},http://joule.test/register?invitation=${codes[0]},1,1,`)
  const [entry] = (await owner.get('/api/admin/audit-log')).json.items
  expect(entry).toMatchObject({
    action: 'invitations.create',
    reason: 'Meetup',
    after: { amount: BATCH_CODES_MAX },
  })
})

test("codes of a batch do not count as open invitations of the owner and are not in the owner's list", async ({
  owner,
}) => {
  await owner.post('/api/admin/invitations', { count: OPEN_INVITATIONS_MAX + 1, uses: 1, days: 1 })
  expect((await owner.get('/api/invitations')).json.items).toEqual([])
  expect((await owner.post('/api/invitations', { uses: 1, days: 1 })).status).toBe(201)
})

test('revoking a batch ends all its codes, and a second revocation is refused', async ({
  world,
  owner,
}) => {
  await world.setting('registration.invite_only', true)
  const { json } = await owner.post('/api/admin/invitations', { count: 2, uses: 1, days: 1 })
  expect((await owner.delete(`/api/admin/invitations/${json.id}`)).status).toBe(204)
  expect((await owner.delete(`/api/admin/invitations/${json.id}`)).status).toBe(404)
  const invitation = json.items[0].code
  const refused = await world.visitor().post('/api/auth/register', { ...newcomer(), invitation })
  expect(refused.json.error.code).toBe('invitation_required')
  const logged = await world.db.all(
    sql`SELECT 1 FROM audit_log WHERE action = 'invitations.revoke'`,
  )
  expect(logged).toHaveLength(1)
})

/** A batch of two codes, and its page. */
async function batchOfTwo(owner: Client) {
  const { json } = await owner.post('/api/admin/invitations', {
    count: 2,
    uses: 1,
    days: 1,
    note: 'Meetup',
  })
  const shown = async () => (await owner.get(`/admin/invitations?batch=${json.id}`)).text
  return { json, shown }
}

test('the page of a batch shows its codes, and the list of batches shows forms but no codes', async ({
  owner,
}) => {
  const { json, shown } = await batchOfTwo(owner)
  const page = await shown()
  for (const { code, url } of json.items) {
    expect(page).toContain(`<code>${code}</code>`)
    expect(page).toContain(url)
  }
  const list = (await owner.get('/admin/invitations')).text
  expect(list).not.toContain(json.items[0].code)
  for (const call of ['POST /api/admin/invitations', `DELETE /api/admin/invitations/${json.id}`])
    expect(list).toContain(`data-api="${call}"`)
})

test('a used code and the codes of a revoked batch cannot be copied', async ({ world, owner }) => {
  const { json, shown } = await batchOfTwo(owner)
  const [first, second] = json.items
  await world.visitor().post('/api/auth/register', { ...newcomer(), invitation: first.code })
  const later = await shown()
  expect(later).toContain('Used up')
  expect([later.includes(first.url), later.includes(second.url)]).toEqual([false, true])
  await owner.delete(`/api/admin/invitations/${json.id}`)
  const revoked = await shown()
  expect(revoked).toContain('These codes can no longer be used.')
  expect(revoked).not.toContain(second.url)
})

test('the address of an unknown batch shows the page of invitations', async ({ owner }) => {
  expect((await owner.get('/admin/invitations?batch=999999')).status).toBe(200)
})
