import { sql } from 'drizzle-orm'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { DAY } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { comment, setUp as stage } from '../../../community/comments/fixtures.ts'
import { auditOf, caseOf, postNow, systemNoticesOf } from '../support.ts'

async function setUp() {
  const { world, author, reader, post } = await stage()
  const [admin, colleague] = await world.members([{ role: 'admin' }, { role: 'admin' }])
  const report = (target: object) => reader.post('/api/reports', { ...target, reason: 'spam' })
  const close = (kind: string, id: number, body: object) =>
    admin.post(`/api/admin/reports/${kind}/${id}/close`, {
      decision: 'removed',
      ban: true,
      ...body,
    })
  return { world, author, reader, post, admin, colleague, report, close }
}

/** A reported post that an admin has deleted, with a ban of its author for seven days. */
async function deletedWithBan() {
  const site = await setUp()
  const { world, post, report, close } = site
  await report({ post_id: post.id })
  const closed = await close('post', post.id, { note: 'Advertising', days: 7 })
  const ban_ends_at = new Date(world.now.getTime() + 7 * DAY).toISOString()
  return { ...site, closed, ban_ends_at }
}

test('a reported post is deleted and its author banned for some days', async () => {
  const { world, author, post, closed, ban_ends_at } = await deletedWithBan()
  expect([closed.status, closed.json]).toEqual([200, { decision: 'removed', reports_count: 1 }])
  expect((await postNow(world, post)).deleted_at).toBe(world.now.toISOString())
  expect(await world.reload(author.user)).toMatchObject({
    status: 'banned',
    ban_reason: 'Advertising',
    ban_ends_at,
  })
  expect((await world.visitor().get(`/posts/${post.id}`)).status).toBe(404)
  expect((await author.get('/api/messages')).status).toBe(401)
  const log = await auditOf(world, 'post', post.id)
  expect(log.map(({ action }) => action)).toEqual(['post.delete', 'report.close'])
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('a deletion with a ban sends the author a notice about each, and the reporter none about the ban', async () => {
  const { world, author, reader, post, ban_ends_at } = await deletedWithBan()
  expect(await systemNoticesOf(world, author.user)).toMatchObject([
    { event: 'post_deleted', title: post.title, reason: 'Advertising' },
    { event: 'status_changed', status: 'banned', reason: 'Advertising', ends_at: ban_ends_at },
  ])
  const sent = await systemNoticesOf(world, reader.user)
  expect(sent).toMatchObject([
    { event: 'report_closed', decision: 'removed', thing: 'post', reason: 'Advertising' },
  ])
  expect(JSON.stringify(sent)).not.toContain('ban')
})

test('a reported comment is deleted and all other content of its author is hidden; undoing restores the other content', async () => {
  const { world, author, post, admin, report, close } = await setUp()
  const [said, other] = [
    await comment(author, post.id, 'Buy now'),
    await comment(author, post.id, 'Hello'),
  ]
  await report({ comment_id: said.id })
  expect((await close('comment', said.id, { hide: true })).status).toBe(200)
  expect((await postNow(world, post)).status).toBe('locked')
  const isDeleted = async ({ id }: { id: number }) =>
    (await world.db.first(
      sql`SELECT 1 FROM comments WHERE id = ${id} AND deleted_at IS NOT NULL`,
    )) !== null
  expect([await isDeleted(said), await isDeleted(other)]).toEqual([true, true])
  expect(await systemNoticesOf(world, author.user)).toMatchObject([
    { event: 'comment_deleted' },
    { event: 'content_hidden', banned: 1, reason: '广告或垃圾内容 / Spam' },
  ])
  await admin.delete(`/api/admin/users/${author.user.uid}/hide`)
  expect([await isDeleted(said), await isDeleted(other)]).toEqual([true, false])
  expect((await world.reload(author.user)).status).toBe('active')
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('a decision that may not ban the author, because of the role or an earlier ban, changes nothing', async () => {
  const { world, reader, admin, colleague } = await setUp()
  const owner = await world.member({ role: 'owner' })
  const banned = await world.member({ status: 'banned' })
  for (const user of [colleague.user, owner.user, banned.user, admin.user]) {
    const theirs = await world.post({ author: user })
    await reader.post('/api/reports', { post_id: theirs.id, reason: 'abuse' })
    const path = `/api/admin/reports/post/${theirs.id}/close`
    expect(await refusalOf(admin.post(path, { decision: 'removed', ban: true }))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(await postNow(world, theirs)).toMatchObject({ deleted_at: null, status: 'approved' })
    expect(await caseOf(admin, 'post', theirs.id)).toMatchObject({ decision: null })
  }
  const pageAbout = async ({ uid }: { uid: number }) => {
    const post = await world.db.first(
      sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${uid}`,
    )
    return (
      await admin.get(
        `/admin/reports?case=${(await caseOf(admin, 'post', post?.id ?? 0))?.case_id}`,
      )
    ).text
  }
  expect(await pageAbout(colleague.user)).not.toContain('delete-dialog')
  expect(await pageAbout(banned.user)).toContain('deleteAndHide-dialog')
})

test('the author is banned even if the reported content is deleted already, and a post in the bin cannot be restored', async () => {
  const { world, author, post, report, close } = await setUp()
  const said = await comment(author, post.id)
  await report({ comment_id: said.id })
  await report({ post_id: post.id })
  await author.delete(`/api/comments/${said.id}`)
  await author.delete(`/api/studio/posts/${post.id}`)
  expect((await close('post', post.id, {})).status).toBe(200)
  expect(await postNow(world, post)).toMatchObject({ title: '', body: '' })
  expect((await world.reload(author.user)).status).toBe('banned')
  // The author is banned now, so only the hiding is left.
  expect(await refusalOf(close('comment', said.id, {}))).toEqual([409, 'invalid_transition'])
  expect((await close('comment', said.id, { hide: true })).status).toBe(200)
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('a ban together with keeping the content is refused, and the log names the ban of an author in words', async () => {
  const { post, admin, report, close } = await setUp()
  await report({ post_id: post.id })
  const kept = close('post', post.id, { decision: 'kept', days: 3, hide: true })
  expect(await refusalOf(kept)).toEqual([422, 'ban', 'days', 'hide'])
  await close('post', post.id, {})
  const page = (await admin.get('/admin/audit-log?action=report.close')).text
  expect(page).toContain('Closed 1 report, deleted the content and banned its author')
})
