import { sql } from 'drizzle-orm'
import { NOTE_MAX, NOTES_MAX } from '#features/operations/notes/notes.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { auditOf, caseOf } from '../admin/support.ts'

async function setUp() {
  const world = new World()
  const [member, admin, colleague, owner] = await world.members([
    {},
    { role: 'admin' },
    { role: 'admin' },
    { role: 'owner', username: `own${crypto.randomUUID().slice(0, 8)}` },
  ])
  const notesOn = (uid: number) => `/api/admin/users/${uid}/notes`
  return { world, member, admin, colleague, owner, notesOn, path: notesOn(member.user.uid) }
}

test('an admin writes a note about a member, which other admins read on their page and beside a report', async () => {
  const { world, member, admin, colleague, path } = await setUp()
  const text = 'Asked twice\nto stop advertising'
  const written = await admin.post(path, { text })
  expect(written).toMatchObject({ status: 201, json: { text, author: { uid: admin.user.uid } } })
  expect((await colleague.get(path)).json.items).toEqual([written.json])
  const { uid } = member.user
  expect((await colleague.get(`/admin/users/${uid}`)).text).toContain('to stop advertising')
  await (await world.member()).post('/api/reports', { uid, reason: 'spam' })
  expect((await colleague.get('/admin/reports')).text).toContain('to stop advertising')
  const log = await auditOf(world, 'user', uid)
  expect(log.map(({ action, reason, after }) => [action, reason, after])).toEqual([
    ['note.write', null, null],
  ])
  expect(await world.db.all(sql`SELECT 1 FROM notifications WHERE user_id = ${uid}`)).toEqual([])
  expect((await member.get('/api/settings/export')).text).not.toContain('advertising')
  expect((await member.get(path)).status).toBe(403)
})

test('only owners read and write notes about an admin, and no user reads or writes notes about themselves or about an owner', async () => {
  const { world, admin, colleague, owner, notesOn } = await setUp()
  const about = notesOn(colleague.user.uid)
  const { id } = (await owner.post(about, { text: 'Too strict' })).json
  for (const by of [admin, colleague]) {
    expect(await refusalOf(by.get(about))).toEqual([403, 'forbidden'])
    expect(await refusalOf(by.post(about, { text: 'x' }))).toEqual([403, 'forbidden'])
    expect(await refusalOf(by.delete(`${about}/${id}`))).toEqual([403, 'forbidden'])
    expect((await by.get(`/admin/users/${colleague.user.uid}`)).text).not.toContain('Too strict')
  }
  expect((await owner.get(about)).json.items).toHaveLength(1)
  expect(await refusalOf(owner.post(notesOn(owner.user.uid), { text: 'x' }))).toEqual([
    403,
    'forbidden',
  ])
  const post = await world.post({ author: colleague.user })
  await (await world.member()).post('/api/reports', { post_id: post.id, reason: 'abuse' })
  const desk = `/admin/reports?case=${(await caseOf(owner, 'post', post.id))?.case_id}`
  expect((await admin.get(desk)).text).not.toContain('Too strict')
  expect((await owner.get(desk)).text).toContain('Too strict')
})

test('a member with notes who becomes an admin cannot read them', async () => {
  const { world, member, admin, path } = await setUp()
  await admin.post(path, { text: 'Keep an eye on them' })
  await world.db.batch([sql`UPDATE users SET role = 'admin' WHERE uid = ${member.user.uid}`])
  for (const by of [member, admin]) {
    expect(await refusalOf(by.get(path))).toEqual([403, 'forbidden'])
    expect((await by.get(`/admin/users/${member.user.uid}`)).text).not.toContain('Keep an eye')
  }
})

test('admins can delete their own notes and owners all notes, each once, and the log does not contain the text', async () => {
  const { world, member, admin, colleague, owner, path } = await setUp()
  const first = (await admin.post(path, { text: 'One' })).json
  const second = (await admin.post(path, { text: 'Two' })).json
  expect(await refusalOf(colleague.delete(`${path}/${first.id}`))).toEqual([403, 'forbidden'])
  expect(await statusesOf([1, 2].map(() => admin.delete(`${path}/${first.id}`)))).toEqual([
    204, 404,
  ])
  expect((await owner.delete(`${path}/${second.id}`)).status).toBe(204)
  const log = await auditOf(world, 'user', member.user.uid)
  expect(log.map(({ action }) => action)).toEqual([
    'note.write',
    'note.write',
    'note.delete',
    'note.delete',
  ])
  expect(JSON.stringify(log)).not.toMatch(/One|Two/)
  const page = (await admin.get('/admin/audit-log')).text
  for (const text of ['Wrote a note about a person', 'Deleted a note about a person'])
    expect(page).toContain(text)
})

test('a note about another user is not found under the address of this user', async () => {
  const { world, admin, notesOn, path } = await setUp()
  const { id } = (await admin.post(path, { text: 'One' })).json
  const other = notesOn((await world.user()).uid)
  expect(await refusalOf(admin.delete(`${other}/${id}`))).toEqual([404, 'not_found'])
})

test('notes have a limit in length and number, contain no names, and are not written about deleted accounts', async () => {
  const { world, member, admin, owner, path } = await setUp()
  expect(await refusalOf(admin.post(path, { text: ' ' }))).toEqual([422, 'text'])
  expect(await refusalOf(admin.post(path, { text: 'x'.repeat(NOTE_MAX + 1) }))).toEqual([
    422,
    'text',
  ])
  const named = await admin.post(path, { text: `See @${owner.user.username}` })
  expect(named.json.text).toBe(`See UID ${owner.user.uid}`)
  const { uid } = member.user
  const others = JSON.stringify(Array(NOTES_MAX - 1).fill('x'))
  await world.db.batch([
    sql`INSERT INTO user_notes (user_id, author_id, text, created_at)
        SELECT ${uid}, ${admin.user.uid}, value, ${world.now.toISOString()} FROM json_each(${others})`,
  ])
  expect(await refusalOf(admin.post(path, { text: 'One more' }))).toEqual([422, 'text'])
  await world.db.batch([sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${uid}`])
  expect(await refusalOf(admin.post(path, { text: 'Gone' }))).toEqual([404, 'not_found'])
})
