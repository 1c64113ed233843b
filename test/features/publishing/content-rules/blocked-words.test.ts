import { expect, test } from 'vitest'
import { refusalOf } from '#test/test.ts'
import { World } from '#test/world.ts'

async function people() {
  const world = new World()
  const [admin, author] = await world.members([{ level: 3, role: 'admin' }, { level: 3 }])
  await admin.put('/api/admin/blocked-words', { words: ['Casino', '赌博'] })
  return { world, admin, author }
}

const cases = async (admin: Awaited<ReturnType<typeof people>>['admin'], comment: number) =>
  (await admin.get('/api/admin/reports?limit=50')).json.items.filter(
    ({ kind, id }: { kind: string; id: number }) => kind === 'comment' && id === comment,
  )

test('the list of blocked words is stored folded and without duplicates, and its changes are logged', async () => {
  const { admin } = await people()
  const { json } = await admin.put('/api/admin/blocked-words', {
    words: ['Ｃasino', 'CASINO', ' buy   now '],
  })
  expect(json.words).toEqual(['casino', 'buy now'])
  expect((await admin.get('/api/admin/blocked-words')).json).toEqual(json)
  const { json: log } = await admin.get('/api/admin/audit-log?action=blocklist.change')
  expect(log.items[0].after).toEqual({ entries: 2, added: 1, removed: 1 })
  for (const wrong of ['!!', 'x'.repeat(51)]) {
    const refused = await admin.put('/api/admin/blocked-words', { words: ['good', wrong] })
    expect(refused.json.error.fields.words).toContain('Line 2')
  }
  const nul = await admin.put('/api/admin/blocked-words', { words: ['good', '\0a'] })
  expect(Object.keys(nul.json.error.fields)).toEqual(['words.1'])
  const many = Array.from({ length: 1001 }, (_, nth) => `word${nth}`)
  expect((await admin.put('/api/admin/blocked-words', { words: many })).status).toBe(422)
})

test('a post with a blocked word in its title, text, summary or tags goes to review, unless its author is an admin', async () => {
  const { admin, author } = await people()
  for (const sent of [
    { title: 'Win at the casino', body: '<p>x</p>' },
    { title: 'x', body: '<p>在线<b>赌</b>博</p>' },
    { title: 'x', body: '<p>x</p>', summary: 'A casino' },
    { title: 'x', body: '<p>x</p>', tags: ['casino'] },
  ]) {
    const { json: post } = await author.post('/api/studio/posts', sent)
    expect([sent, post.status]).toEqual([sent, 'draft'])
    expect((await author.post(`/api/studio/posts/${post.id}/submit`)).json.status).toBe('pending')
  }
  expect(
    (await author.post('/api/studio/posts', { title: 'Casinos', body: '<p>x</p>' })).json.status,
  ).toBe('approved')
  expect(
    (await admin.post('/api/studio/posts', { title: 'Casino', body: '<p>x</p>' })).json.status,
  ).toBe('approved')
})

test('an edit that adds a blocked word to a public post is listed for the admins', async () => {
  const { world, admin, author } = await people()
  const { id } = await world.post({ author: author.user })
  await author.put(`/api/studio/posts/${id}`, { body: '<p>a casino</p>' })
  const { json } = await admin.get('/api/admin/posts?edited=true&limit=50')
  expect(json.items.map((post: { id: number }) => post.id)).toContain(id)
})

async function commentWithBlockedWord() {
  const { world, admin, author } = await people()
  const { id } = await world.post({ author: author.user })
  const { json: comment } = await author.post(`/api/posts/${id}/comments`, {
    body: 'Best CASINO in town',
  })
  const edit = (body: string) => author.put(`/api/comments/${comment.id}`, { body })
  return { world, admin, postId: id, comment, edit }
}

test('a comment with a blocked word stays visible and is reported by the site, unless its author is an admin', async () => {
  const { world, admin, postId, comment } = await commentWithBlockedWord()
  expect((await world.visitor().get(`/api/posts/${postId}/comments`)).json.items).toHaveLength(1)
  const [open] = await cases(admin, comment.id)
  expect(open).toMatchObject({
    word: 'casino',
    reports_count: 0,
    reports: [],
    excerpt: 'Best CASINO in town',
  })
  const page = await admin.get(`/admin/reports?case=${open.case_id}`)
  expect(page.text).toContain('word list: casino')
  expect(page.text).toContain('Reported by the site')
  const { json: own } = await admin.post(`/api/posts/${postId}/comments`, { body: 'casino' })
  expect(await cases(admin, own.id)).toEqual([])
})

test('the site reports a comment with blocked words once, also if it is edited after the decision', async () => {
  const { admin, comment, edit } = await commentWithBlockedWord()
  await edit('casino and 赌博')
  expect(await cases(admin, comment.id)).toHaveLength(1)
  const closed = await admin.post(`/api/admin/reports/comment/${comment.id}/close`, {
    decision: 'kept',
  })
  expect(closed.json).toEqual({ decision: 'kept', reports_count: 0 })
  await edit('still a casino')
  expect(await cases(admin, comment.id)).toEqual([])
  expect((await admin.get('/admin/reports?view=closed')).text).toContain('word list: casino')
})

test('an edit that adds a blocked word reports the comment, also if a user has reported it before', async () => {
  const { world, admin, author } = await people()
  const reader = await world.member({ level: 1 })
  const { id } = await world.post({ author: author.user })
  const { json: comment } = await author.post(`/api/posts/${id}/comments`, { body: 'Harmless' })
  expect(await cases(admin, comment.id)).toEqual([])
  await reader.post('/api/reports', { comment_id: comment.id, reason: 'spam' })
  await author.put(`/api/comments/${comment.id}`, { body: '赌博' })
  const [open] = await cases(admin, comment.id)
  expect(open).toMatchObject({ word: '赌博', reports_count: 1 })
  expect(open.copies.map(({ text }: { text: string }) => text)).toEqual(['Harmless', '赌博'])
  const closed = await admin.post(`/api/admin/reports/comment/${comment.id}/close`, {
    decision: 'removed',
  })
  expect(closed.status).toBe(200)
  expect((await world.visitor().get(`/api/posts/${id}/comments`)).json.items).toEqual([])
})

test('the largest possible post can be published with the largest possible list of words', async () => {
  const { admin, author } = await people()
  const words = Array.from(
    { length: 1000 },
    (_, nth) => `${'啊'.repeat(46)}${String(nth).padStart(4, '0')}`,
  )
  expect((await admin.put('/api/admin/blocked-words', { words })).status).toBe(200)
  const body = `<p>${'啊'.repeat(199_990)}</p>`
  expect((await author.post('/api/studio/posts', { title: 'x', body })).json.status).toBe(
    'approved',
  )
})

test('usernames and signatures with a blocked word are reviewed, and folder names with one are refused', async () => {
  const { world, admin: owner, author: member } = await people()
  const named = await member.put('/api/settings/profile', { username: '在線賭博' })
  expect([named.status, named.json.review?.status]).toEqual([202, 'pending'])
  const signed = await (await world.member()).put('/api/settings/profile', {
    signature: 'Best c a s i n o',
  })
  expect([signed.status, signed.json.review?.status]).toEqual([202, 'pending'])
  expect(await refusalOf(member.post('/api/folders', { name: 'Cаsínо' }))).toEqual([422, 'name'])
  expect((await owner.post('/api/folders', { name: 'casino' })).status).toBe(201)
  const { json } = await member.post('/api/folders', { name: 'Reading' })
  expect((await member.put(`/api/folders/${json.id}`, { name: 'casino' })).status).toBe(422)
})
