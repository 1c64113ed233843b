import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { redirectOf } from '#test/test.ts'
import { plainForm, World } from '#test/world.ts'

const WITH_LINK = { title: 'A link', body: '<p><a href="https://shop.bad.example/x">x</a></p>' }
const WITHOUT = { title: 'No link', body: '<p>bad.example as text</p>' }

async function people() {
  const world = new World()
  const [admin, author] = await world.members([{ level: 3, role: 'admin' }, { level: 3 }])
  const block = (...hosts: string[]) => admin.put('/api/admin/blocked-hosts', { hosts })
  return { world, admin, author, block }
}

test('the list of blocked hosts is normalised, and the audit log records every change with the number of hosts', async () => {
  const { admin, block } = await people()
  const raw = [
    'HTTPS://Bad.Example:8080/path',
    '*.bücher.example',
    ' bad.example ',
    '',
    '192.0.2.7',
    'evil.example.',
  ]
  const { json } = await block(...raw)
  expect(json.hosts).toEqual(['192.0.2.7', 'bad.example', 'evil.example', 'xn--bcher-kva.example'])
  expect((await admin.get('/api/admin/blocked-hosts')).json).toEqual(json)
  await block('bad.example', 'new.example')
  await block('new.example', 'bad.example')
  const { json: log } = await admin.get('/api/admin/audit-log?action=blocklist.change')
  expect(log.items.slice(0, 2).map(({ after }: { after: unknown }) => after)).toEqual([
    { entries: 2, added: 1, removed: 3 },
    { entries: 4, added: 4, removed: 0 },
  ])
})

test('an entry of the blocked hosts that is not a host is refused, and the response names its line', async () => {
  const { admin, block } = await people()
  const tooDeep = `${'a.'.repeat(9)}example`
  for (const entry of [
    'com',
    'not a host',
    'javascript:alert(1)',
    tooDeep,
    '-',
    'a..b',
    'x'.repeat(300),
  ]) {
    const refused = await block('good.example', entry)
    expect(refused.json.error.fields.hosts, entry).toContain('Line 2')
  }
  expect((await admin.get('/api/admin/blocked-hosts')).json.hosts).toEqual([])
})

test('a list of 5,000 blocked hosts is accepted, and a list of 5,001 is refused', async () => {
  const { author, block } = await people()
  const hosts = Array.from({ length: 5001 }, (_, nth) => `h${nth}.example`)
  expect((await block(...hosts)).status).toBe(422)
  expect((await block(...hosts.slice(0, 5000))).json.hosts).toHaveLength(5000)
  const last = { title: 'x', body: '<a href="https://a.h4999.example">x</a>' }
  expect((await author.post('/api/studio/posts', last)).status).toBe(422)
})

test('a public post with a link or image of a blocked host or its subdomain is refused, and the host is named', async () => {
  const { author, block } = await people()
  await block('bad.example')
  const refused = await author.post('/api/studio/posts', WITH_LINK)
  expect(refused.json.error.fields.body).toContain('bad.example')
  expect((await author.post('/api/studio/posts', WITHOUT)).json.status).toBe('approved')
  for (const image of [
    { title: 'x', body: '<p><img src="https://bad.example/a.png"></p>' },
    { title: 'x', body: '<p>x</p>', cover_url: 'https://bad.example/a.png' },
  ]) {
    expect((await author.post('/api/studio/posts', image)).status).toBe(422)
  }
  const other = { title: 'x', body: '<a href="https://notbad.example/bad.example">x</a>' }
  expect((await author.post('/api/studio/posts', other)).json.status).toBe('approved')
})

test('drafts may link to blocked hosts, and nothing of a refused submission or edit is stored', async () => {
  const { world, author, block } = await people()
  await block('bad.example')
  const { json: draft } = await author.post('/api/studio/posts', { ...WITH_LINK, draft: true })
  expect((await author.post(`/api/studio/posts/${draft.id}/submit`)).status).toBe(422)
  expect((await author.get(`/api/studio/posts/${draft.id}`)).json).toMatchObject({
    status: 'draft',
    version: 1,
  })
  const { json: post } = await author.post('/api/studio/posts', WITHOUT)
  expect((await author.put(`/api/studio/posts/${post.id}`, { body: WITH_LINK.body })).status).toBe(
    422,
  )
  expect((await author.get(`/api/posts/${post.id}`)).json.body).toBe(WITHOUT.body)
  expect(await world.db.all(sql`SELECT 1 FROM post_moves WHERE post_id = ${draft.id}`)).toEqual([])
})

test('a public post with a link to a host that is blocked later stays public, but its edits are refused', async () => {
  const { author, block } = await people()
  const { json: post } = await author.post('/api/studio/posts', WITH_LINK)
  await block('bad.example')
  expect((await author.get(`/api/posts/${post.id}`)).status).toBe(200)
  expect(
    (await author.put(`/api/studio/posts/${post.id}`, { title: 'Another title' })).status,
  ).toBe(422)
  expect((await author.put(`/api/studio/posts/${post.id}`, { body: WITHOUT.body })).status).toBe(
    200,
  )
})

test('an admin cannot approve or unlock a post with a link to a blocked host', async () => {
  const { world, admin, author, block } = await people()
  const { id } = await world.post({ author: author.user, status: 'pending', body: WITH_LINK.body })
  const locked = await world.post({
    author: author.user,
    status: 'locked',
    body: WITH_LINK.body,
    reason: 'x',
  })
  await block('bad.example')
  const refused = await admin.post(`/api/admin/posts/${id}/approve`)
  expect(refused.json.error.fields.body).toContain('bad.example')
  expect((await admin.post(`/api/admin/posts/${locked.id}/unlock`)).status).toBe(422)
  expect((await admin.post(`/api/admin/posts/${id}/reject`, { reason: 'Spam' })).status).toBe(200)
})

test('comments and their edits must not link to a blocked host', async () => {
  const { world, author, block } = await people()
  await block('bad.example')
  const { id } = await world.post({ author: author.user })
  const refused = await author.post(`/api/posts/${id}/comments`, {
    body: 'See https://www.BAD.example/x!',
  })
  expect(refused.json.error.fields.body).toContain('bad.example')
  const { json: comment } = await author.post(`/api/posts/${id}/comments`, {
    body: 'bad.example without a link',
  })
  expect(
    (await author.put(`/api/comments/${comment.id}`, { body: 'http://bad.example' })).status,
  ).toBe(422)
  expect(
    (await author.post(`/api/comments/${comment.id}/reply`, { body: 'http://bad.example' })).status,
  ).toBe(422)
  expect((await author.get(`/api/comments/${comment.id}`)).json.body).toBe(
    'bad.example without a link',
  )
  expect((await author.get(`/api/posts/${id}`)).json.comments_count).toBe(1)
})

test('a post with links to very many hosts is checked too', async () => {
  const { author, block } = await people()
  const links = (last: string) => {
    const hosts = Array.from({ length: 2400 }, (_, nth) => `a${nth}.b.c.d.e.f.g.h.example`)
    return {
      title: 'x',
      body: [...hosts, last].map((host) => `<a href="http://${host}">x</a>`).join(' '),
    }
  }
  await block('bad.example')
  expect((await author.post('/api/studio/posts', links('good.example'))).json.status).toBe(
    'approved',
  )
  expect((await author.post('/api/studio/posts', links('bad.example'))).status).toBe(422)
})

test('the admin page saves both lists without JavaScript and shows a wrong line with its text', async () => {
  const { admin } = await people()
  const path = '/admin/content-rules'
  const save = (list: string, entries: string) =>
    admin.send('POST', path, plainForm({ list, entries }))
  const saved = save('hosts', 'bad.example\r\n\r\nhttps://x.example/')
  expect(await redirectOf(saved)).toEqual([303, `${path}?saved=hosts`])
  expect((await save('words', 'Spam\n赌博')).status).toBe(303)
  const { text } = await admin.get(`${path}?saved=hosts`)
  expect(text).toContain('bad.example\nx.example')
  expect(text).toContain('spam\n赌博')
  expect(text).toContain('2 of 5000')
  const refused = await save('hosts', 'good.example\nno host')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Line 2 is not valid: no host')
  expect(refused.text).toContain('good.example\nno host')
})
