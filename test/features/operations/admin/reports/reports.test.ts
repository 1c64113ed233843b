import { sql } from 'drizzle-orm'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import { DAY } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { comment, setUp as stage } from '../../../community/comments/fixtures.ts'
import { auditOf, caseOf, postNow, systemNoticesOf } from '../support.ts'

async function setUp() {
  const { world, author, reader, post } = await stage()
  const admin = await world.member({ role: 'admin' })
  const second = await world.member()
  return { world, author, reader, second, post, admin }
}

const reports = (by: Client, thing: object, reason = 'spam', text = '') =>
  by.post('/api/reports', { ...thing, reason, text })

const waiting = async (admin: Client): Promise<number> =>
  (await admin.get('/api/admin/overview')).json.open_reports

test('reports of one target form one case with all notes, and the most reported case is first', async () => {
  const { world, author, reader, second, post, admin } = await setUp()
  const other = await world.post({ author: author.user, title: 'Less reported' })
  const before = await waiting(admin)
  await reports(reader, { post_id: other.id })
  await reports(reader, { post_id: post.id }, 'abuse', 'It insults me.')
  await reports(second, { post_id: post.id }, 'spam')
  expect(await waiting(admin)).toBe(before + 2)
  const { items } = (await admin.get('/api/admin/reports?limit=50')).json
  const [found, next]: ReportCase[] = items.filter(
    ({ kind, id }: ReportCase) => kind === 'post' && [post.id, other.id].includes(id),
  )
  expect(next?.id).toBe(other.id)
  expect(found).toMatchObject({
    excerpt: post.title,
    gone: false,
    reports_count: 2,
    decision: null,
    post_id: post.id,
  })
  expect(
    found?.reports.map(({ reporter, reason, text, record }) => [
      reporter.uid,
      reason,
      text,
      record,
    ]),
  ).toEqual([
    [reader.user.uid, 'abuse', 'It insults me.', { upheld: 0, turned_down: 0 }],
    [second.user.uid, 'spam', '', { upheld: 0, turned_down: 0 }],
  ])
})

test('keeping a reported target closes all its reports, notifies the reporters and is logged', async () => {
  const { world, author, reader, second, post, admin } = await setUp()
  for (const by of [reader, second]) await reports(by, { post_id: post.id })
  const before = await waiting(admin)
  const decision = { decision: 'kept', note: 'No rule broken' }
  const closed = await admin.post(`/api/admin/reports/post/${post.id}/close`, decision)
  expect([closed.status, closed.json]).toEqual([200, { decision: 'kept', reports_count: 2 }])
  expect(await waiting(admin)).toBe(before - 1)
  const about = {
    event: 'report_closed',
    decision: 'kept',
    thing: 'post',
    title: post.title,
    reason: 'No rule broken',
  }
  for (const by of [reader, second])
    expect(await systemNoticesOf(world, by.user)).toContainEqual(about)
  expect(await systemNoticesOf(world, author.user)).toEqual([])
  expect((await postNow(world, post)).status).toBe('approved')
  expect(await auditOf(world, 'post', post.id)).toMatchObject([
    {
      action: 'report.close',
      reason: 'No rule broken',
      after: '{"decision":"kept","reports_count":2}',
      public: 0,
    },
  ])
  const decided = { ...decision, decided_by: { uid: admin.user.uid } }
  expect(await caseOf(admin, 'post', post.id, 'closed')).toMatchObject(decided)
  const { items } = (await reader.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({
    text: `You reported the post “${post.title}”. We reviewed it and took no action (No rule broken)`,
    link: `/posts/${post.id}`,
  })
})

test('removing a reported post locks it with the given reason, at once for readers', async () => {
  const { world, author, reader, post, admin } = await setUp()
  const visitor = world.visitor()
  expect((await visitor.get(`/posts/${post.id}`)).status).toBe(200)
  await reports(reader, { post_id: post.id })
  await admin.post(`/api/admin/reports/post/${post.id}/close`, {
    decision: 'removed',
    note: 'Advertising',
  })
  expect(await postNow(world, post)).toMatchObject({ status: 'locked', lock_reason: 'Advertising' })
  expect((await visitor.get(`/posts/${post.id}`)).status).toBe(404)
  expect(await systemNoticesOf(world, author.user)).toMatchObject([
    { event: 'post_locked', reason: 'Advertising' },
  ])
  expect((await auditOf(world, 'post', post.id)).map(({ action }) => action)).toEqual([
    'post.lock',
    'report.close',
  ])
  const { items } = (await reader.get('/api/messages?category=system')).json
  expect(items[0].text).toContain('We took action, thank you (Advertising)')
})

test('removing a reported comment deletes it; without a note the most frequent report reason is used', async () => {
  const { world, author, reader, second, post, admin } = await setUp()
  const said = await comment(author, post.id, 'Buy now!')
  await reports(reader, { comment_id: said.id }, 'other')
  for (const by of [second, await world.member()])
    await reports(by, { comment_id: said.id }, 'spam')
  const open = await caseOf(admin, 'comment', said.id)
  expect(open).toMatchObject({ excerpt: 'Buy now!', post_id: post.id })
  expect((await admin.get(`/admin/reports?case=${open?.case_id}`)).text).toContain(
    `on “${post.title}”</a>`,
  )
  await admin.post(`/api/admin/reports/comment/${said.id}/close`, { decision: 'removed' })
  expect((await reader.get(`/api/posts/${post.id}/comments`)).json.items).toEqual([])
  expect(await auditOf(world, 'comment', said.id)).toMatchObject([
    { action: 'comment.delete', reason: '广告或垃圾内容 / Spam' },
    { action: 'report.close', reason: null },
  ])
})

test('removing a reported user bans them; an admin cannot ban another admin', async () => {
  const { world, author, reader, admin } = await setUp()
  await reports(reader, { uid: author.user.uid }, 'abuse')
  await admin.post(`/api/admin/reports/user/${author.user.uid}/close`, {
    decision: 'removed',
    note: 'Harassment',
  })
  expect(await world.reload(author.user)).toMatchObject({
    status: 'banned',
    ban_reason: 'Harassment',
  })
  expect((await author.get('/api/messages')).status).toBe(401)
  await reports(reader, { uid: admin.user.uid }, 'abuse')
  const colleague = await world.member({ role: 'admin' })
  const path = `/api/admin/reports/user/${admin.user.uid}/close`
  expect((await colleague.post(path, { decision: 'removed' })).json.error.code).toBe(
    'invalid_transition',
  )
  expect(await caseOf(colleague, 'user', admin.user.uid)).toMatchObject({
    decision: null,
    reports_count: 1,
  })
  expect((await colleague.post(path, { decision: 'kept' })).status).toBe(200)
})

test('a reported user is banned and all their content is hidden, with one notice; undoing restores it', async () => {
  const { world, author, reader, post, admin } = await setUp()
  const said = await comment(author, post.id)
  await reports(reader, { uid: author.user.uid })
  const path = `/api/admin/reports/user/${author.user.uid}/close`
  const visitor = world.visitor()
  expect((await visitor.get(`/posts/${post.id}`)).status).toBe(200)
  expect(
    (await admin.post(path, { decision: 'removed', note: 'Spam', days: 3, hide: true })).status,
  ).toBe(200)
  expect((await visitor.get(`/posts/${post.id}`)).status).toBe(404)
  const person = `/api/admin/users/${author.user.uid}`
  expect((await admin.get(person)).json).toMatchObject({
    status: 'banned',
    ban_reason: 'Spam',
    ban_ends_at: new Date(world.now.getTime() + 3 * DAY).toISOString(),
    hiding: { state: 'hidden', posts_count: 1, comments_count: 1 },
  })
  const notice = { event: 'content_hidden', banned: 1, reason: 'Spam' }
  expect(await systemNoticesOf(world, author.user)).toMatchObject([notice])
  expect(await systemNoticesOf(world, reader.user)).toMatchObject([
    { event: 'report_closed', decision: 'removed' },
  ])
  await admin.delete(`${person}/hide`)
  expect((await postNow(world, post)).status).toBe('approved')
  expect(await world.db.first(sql`SELECT deleted_at FROM comments WHERE id = ${said.id}`)).toEqual({
    deleted_at: null,
  })
})

test('the content of a reported user who is banned already can be hidden once', async () => {
  const { world, author, reader, second, post, admin } = await setUp()
  const { uid } = author.user
  await reports(reader, { uid })
  await admin.put(`/api/admin/users/${uid}/status`, { status: 'banned', reason: 'Earlier' })
  const found = await caseOf(admin, 'user', uid)
  const page = async () => (await admin.get(`/admin/reports?case=${found?.case_id}`)).text
  expect(await page()).toContain('hide-dialog')
  await admin.post(`/api/admin/reports/user/${uid}/close`, { decision: 'removed', hide: true })
  expect((await postNow(world, post)).status).toBe('locked')
  expect(await world.reload(author.user)).toMatchObject({ status: 'banned', ban_reason: 'Earlier' })
  await reports(second, { uid })
  const again = await caseOf(admin, 'user', uid)
  expect((await admin.get(`/admin/reports?case=${again?.case_id}`)).text).not.toContain(
    'hide-dialog',
  )
  const path = `/api/admin/reports/user/${uid}/close`
  expect((await admin.post(path, { decision: 'removed', hide: true })).json.error.code).toBe(
    'invalid_transition',
  )
  expect((await admin.post(path, { decision: 'removed' })).status).toBe(200)
})

test('the fields `days` and `hide` of a decision are refused for a post without a ban and for a user who is kept', async () => {
  const { author, reader, post, admin } = await setUp()
  await reports(reader, { post_id: post.id })
  await reports(reader, { uid: author.user.uid })
  const bans = [
    [`post/${post.id}`, { decision: 'removed', days: 3 }, ['days']],
    [`post/${post.id}`, { decision: 'removed', hide: true }, ['hide']],
    [`user/${author.user.uid}`, { decision: 'kept', days: 3, hide: true }, ['days', 'hide']],
  ] as const
  for (const [target, body, fields] of bans) {
    expect(await refusalOf(admin.post(`/api/admin/reports/${target}/close`, body))).toEqual([
      422,
      ...fields,
    ])
  }
  expect(await caseOf(admin, 'post', post.id)).toMatchObject({ decision: null })
})

test('the author of a comment that an admin deletes gets a notice with the reason', async () => {
  const { world, reader, second, post, admin } = await setUp()
  const [reported, other] = [await comment(reader, post.id), await comment(reader, post.id)]
  const own = await comment(reader, post.id)
  await reports(second, { comment_id: reported.id })
  await admin.post(`/api/admin/reports/comment/${reported.id}/close`, {
    decision: 'removed',
    note: 'Insults',
  })
  await admin.delete(`/api/admin/comments/${other.id}`)
  await reader.delete(`/api/comments/${own.id}`)
  const event = { event: 'comment_deleted', title: post.title }
  expect(await systemNoticesOf(world, reader.user)).toMatchObject([
    { ...event, reason: 'Insults' },
    { ...event, reason: null },
  ])
  const [, first] = (await reader.get('/api/messages?category=system')).json.items
  expect(first).toMatchObject({ related_id: post.id, actor: null })
  expect(first.text).toBe(`Your comment on “${post.title}” was deleted by an admin (Insults)`)
  reader.language = 'zh-CN'
  const [, inChinese] = (await reader.get('/api/messages?category=system')).json.items
  expect(inChinese.text).toBe(`你在《${post.title}》下的评论已被管理员删除（Insults）`)
})

test('a case about an already removed target can be closed without removing it again', async () => {
  const { world, author, reader, post, admin } = await setUp()
  const said = await comment(author, post.id)
  await reports(reader, { comment_id: said.id })
  await author.delete(`/api/comments/${said.id}`)
  expect(await caseOf(admin, 'comment', said.id)).toMatchObject({
    gone: true,
    present_excerpt: null,
  })
  expect(
    (await admin.post(`/api/admin/reports/comment/${said.id}/close`, { decision: 'removed' }))
      .status,
  ).toBe(200)
  expect((await auditOf(world, 'comment', said.id)).map(({ action }) => action)).toEqual([
    'report.close',
  ])
  const record = await world.db.first(
    sql`SELECT upheld, turned_down FROM reporters WHERE user_id = ${reader.user.uid}`,
  )
  expect(record).toEqual({ upheld: 1, turned_down: 0 })
})

test('reports and cases with an unknown kind, decision or status are refused', async ({
  admin,
}) => {
  expect((await admin.post('/api/admin/reports/folder/1/close', { decision: 'kept' })).status).toBe(
    400,
  )
  expect((await admin.post('/api/admin/reports/post/1/close', { decision: 'burnt' })).status).toBe(
    422,
  )
  expect((await admin.get('/api/admin/reports?status=lost')).status).toBe(422)
})

test('open and closed cases are paginated by cursor', async () => {
  const { world, author, reader, admin } = await setUp()
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await world.post({ author: author.user })).id)
  for (const id of ids) await reports(reader, { post_id: id })
  for (const status of ['open', 'closed']) {
    if (status === 'closed') {
      for (const id of ids)
        await admin.post(`/api/admin/reports/post/${id}/close`, { decision: 'kept' })
    }
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const { items, next_cursor } = (
        await admin.get(`/api/admin/reports?status=${status}&limit=2${cursor}`)
      ).json
      seen.push(
        ...items.filter(({ kind }: ReportCase) => kind === 'post').map(({ id }: ReportCase) => id),
      )
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    expect(seen.filter((id) => ids.includes(id)).toSorted((a, b) => a - b)).toEqual(ids)
  }
})

test('the page of a case that is already closed does not show another case instead', async () => {
  const { world, author, reader, post, admin } = await setUp()
  const other = await world.post({ author: author.user, title: 'Another case' })
  for (const post_id of [post.id, other.id]) await reports(reader, { post_id })
  const decided = await caseOf(admin, 'post', post.id)
  await admin.post(`/api/admin/reports/post/${post.id}/close`, { decision: 'kept' })
  const page = (await admin.get(`/admin/reports?case=${decided?.case_id}`)).text
  expect(page).toContain('This report is not in the queue')
  expect(page).not.toContain('class="review ')
})
