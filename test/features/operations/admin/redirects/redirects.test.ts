import { sql } from 'drizzle-orm'
import { CSV_LINES_MAX, ROWS_AT_ONCE } from '#features/operations/admin/redirects/redirects.ts'
import { setRedirects } from '#features/publishing/redirects/redirects.ts'
import { csvRows } from '#kernel/formats/csv.ts'
import { CSV_BYTES_MAX } from '#kernel/sizes.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, locationOf, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const API = '/api/admin/redirects'

test('an owner adds, changes and removes a redirect, and the audit log has each change once', async () => {
  const { world, owner, posts, folder } = await site()
  const [one, two] = posts
  const path = `${folder}/hello`
  const added = await owner.put(API, { path: `https://old.example${path}/#x`, post_id: one })
  expect([added.status, added.json]).toEqual([
    200,
    { path, post_id: one, title: 'A title', public: true, created_at: world.now.toISOString() },
  ])
  expect(await locationOf(world.visitor().get(path))).toBe(`/posts/${one}`)
  await owner.put(API, { path, post_id: one })
  expect((await owner.put(API, { path, post_id: two })).json.post_id).toBe(two)
  expect(await locationOf(world.visitor().get(path))).toBe(`/posts/${two}`)
  expect((await owner.delete(API, { json: { path: `${path}/` } })).status).toBe(204)
  expect((await owner.delete(API, { json: { path } })).status).toBe(404)
  expect((await world.visitor().get(path)).status).toBe(404)
  const log = await world.db.all(sql`
    SELECT action, target_id, before, after FROM audit_log WHERE actor_id = ${owner.user?.uid} ORDER BY id`)
  const [first, second] = [one, two].map((post_id) => JSON.stringify({ path, post_id }))
  const before = JSON.stringify({ post_id: one })
  expect(log).toEqual([
    { action: 'redirect.set', target_id: String(one), before: null, after: first },
    { action: 'redirect.set', target_id: String(two), before, after: second },
    { action: 'redirect.remove', target_id: String(two), before: second, after: null },
  ])
})

test('a redirect can be removed by a path in the query', async () => {
  const { owner, posts, folder } = await site()
  await owner.put(API, { path: `${folder}/a b?c=d`, post_id: posts[0] })
  const query = new URLSearchParams({ path: `${folder}/a%20b?c=d` })
  expect((await owner.delete(`${API}?${query}`)).status).toBe(204)
  expect(await refusalOf(owner.delete(API))).toEqual([422, 'path'])
})

test.each([
  ['/posts/5', /page of this site/],
  ['/studio', /page of this site/],
  ['/studio/', /page of this site/],
  ['/login?next=x', /page of this site/],
  ['/images/x', /page of this site/],
  ['/api/anything', /page of this site/],
  ['/favicon.svg', /page of this site/],
  ['/?p=123', /home page/],
  ['/', /home page/],
  ['//evil.example/a', /path of the old site/],
  ['hello', /path of the old site/],
  [`/${'a'.repeat(350)}`, /at most 350/],
  ['', /fill this in/],
  ['/a\0', /not allowed/],
  [5, /wrong type/],
])('a redirect with the path %j is refused', async (path, message) => {
  const { owner, posts } = await site()
  const { status, json } = await owner.put(API, { path, post_id: posts[0] })
  expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([
    422,
    'validation_failed',
    ['path'],
  ])
  expect(json.error.fields.path).toMatch(message)
})

test('a redirect to a missing or deleted post is refused, a redirect to a draft is accepted', async () => {
  const { world, owner, folder } = await site()
  const author = await world.member({ level: 1 })
  const [deleted, draft] = await world.posts([
    { author: author.user },
    { author: author.user, status: 'draft' },
  ])
  await author.delete(`/api/studio/posts/${deleted.id}`)
  for (const post_id of [deleted.id, 999_999_999, 0, -1, 1.5, '5', null, undefined]) {
    const refused = await refusalOf(owner.put(API, { path: `${folder}/a`, post_id }))
    expect([post_id, ...refused]).toEqual([post_id, 422, 'post_id'])
  }
  expect((await owner.put(API, { path: `${folder}/a`, post_id: draft.id })).json.public).toBe(false)
})

test('the list of redirects is sorted by path, has pages, and finds paths by their beginning', async () => {
  const { world, owner, posts, folder } = await site()
  const paths = Array.from({ length: 45 }, (_, at) => `${folder}/${String(at).padStart(2, '0')}`)
  await redirectAll(world, paths, posts)
  const found = await all(owner, new URLSearchParams({ q: folder }))
  expect(found).toEqual(paths)
  expect(await all(owner, new URLSearchParams({ q: `https://old.example${folder}/3` }))).toEqual(
    paths.slice(30, 40),
  )
  expect(await all(owner, new URLSearchParams({ q: `${folder.slice(1)}/44` }))).toEqual(
    paths.slice(44),
  )
  expect(
    (await all(owner, new URLSearchParams())).filter((path) => path.startsWith(folder)),
  ).toEqual(paths)
})

test('the longest path of a redirect fits into a cursor', async () => {
  const { world, owner, posts, folder } = await site()
  const filler = '字'.repeat(Math.floor((350 - folder.length - 2) / 3))
  const paths = [1, 2, 3].map((at) => `${folder}/${filler}${at}`)
  await redirectAll(world, paths, posts)
  expect(await all(owner, new URLSearchParams({ q: folder, limit: '1' }))).toEqual(paths)
})

test('a page of the list of redirects costs the same with thousands of redirects', async () => {
  const { world, owner, posts, folder } = await site()
  const paths = Array.from({ length: 3_000 }, (_, at) => `${folder}/${at}`)
  await redirectAll(world, paths, posts)
  for (const query of ['', `?q=${folder}`, `?q=${folder}/2`, '?q=/nothing']) {
    expect(rowsRead(await owner.get(API + query)), query).toBeLessThan(60)
  }
})

test('the CSV download has all redirects and can be uploaded again', async () => {
  const { world, owner, posts, folder } = await site()
  const redirects = Array.from({ length: ROWS_AT_ONCE + 10 }, (_, at) => ({
    path: `${folder}/${at},“x”`,
    post_id: posts[at % 2] ?? 0,
  }))
  await world.db.batch([setRedirects(redirects, world.now)])
  const { headers, text } = await owner.get(`${API}.csv`)
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="joule-redirects-[\d-]+\.csv"$/,
  )
  const rows = csvRows(text)
  expect(rows[0]).toEqual(['path', 'post_id'])
  expect(rows.filter(([path]) => path?.startsWith(folder)).length).toBe(redirects.length)
  const lines = text
    .split('\r\n')
    .filter((line) => line.includes(folder) || line.includes('path,post_id'))
  const { json } = await sendCsv(owner, lines.join('\r\n'))
  expect(json).toEqual({ added: 0, changed: 0, unchanged: redirects.length, refused: [] })
})

test('a CSV file adds and changes redirects and lists the refused lines; the same file again changes nothing', async () => {
  const { world, owner, posts, folder } = await site()
  const [one, two] = posts
  await owner.put(API, { path: `${folder}/b`, post_id: one })
  await owner.put(API, { path: `${folder}/c`, post_id: one })
  const csv = [
    'Path,Post_ID',
    `https://old.example${folder}/a/,${one}`,
    `"${folder}/b",${two},something`,
    `${folder}/c , ${one}`,
    '',
    `${folder}/a,${one}`,
    `${folder}/a,${two}`,
    `/login,${one}`,
    `/?p=12,${one}`,
    `${folder}/d,999999999`,
    `${folder}/e,`,
    `${folder}/f`,
  ].join('\n')
  const { status, json } = await sendCsv(owner, csv)
  expect([status, { ...json, refused: null }]).toEqual([
    200,
    { added: 1, changed: 1, unchanged: 2, refused: null },
  ])
  expect(json.refused).toEqual([
    {
      line: 7,
      path: `${folder}/a`,
      reason: 'An earlier line has the same path with another post.',
    },
    {
      line: 8,
      path: '/login',
      reason: 'This path is a page of this site, so it cannot be redirected.',
    },
    { line: 9, path: '/?p=12', reason: expect.stringContaining('The home page') },
    ...['d', 'e', 'f'].map((name, at) => ({
      line: 10 + at,
      path: `${folder}/${name}`,
      reason: 'There is no such post, or it was deleted.',
    })),
  ])
  expect(await locationOf(world.visitor().get(`${folder}/a`))).toBe(`/posts/${one}`)
  expect(await locationOf(world.visitor().get(`${folder}/b`))).toBe(`/posts/${two}`)
  expect((await sendCsv(owner, csv)).json).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
  const log = await world.db.all(sql<{ after: string }>`
    SELECT after FROM audit_log WHERE actor_id = ${owner.user?.uid} AND action = 'redirect.upload'`)
  expect(log.map(({ after }) => JSON.parse(after))).toEqual([
    { added: 1, changed: 1, unchanged: 2, refused: 6 },
  ])
})

test('the largest CSV file is one transaction', async () => {
  const { world, owner, posts, folder } = await site()
  const lines = Array.from({ length: CSV_LINES_MAX }, (_, at) => `${folder}/${at},${posts[0]}`)
  const sent = await sendCsv(owner, lines.join('\n'))
  expect([sent.json.added, roundTrips(sent)]).toEqual([CSV_LINES_MAX, 3])
  expect((await world.visitor().get(`${folder}/${CSV_LINES_MAX - 1}`)).status).toBe(301)
  const more = await sendCsv(owner, [...lines, `${folder}/more,${posts[0]}`].join('\n'))
  expect([more.status, more.json.error.fields.file]).toEqual([422, 'Use at most 5000.'])
})

test('an upload of redirects that is not a CSV file, not UTF-8, empty or too large is refused', async () => {
  const { owner } = await site()
  const codeOf = async (body: BodyInit, type?: string) => {
    const sent = await owner.send('POST', `${API}/csv`, {
      body,
      headers: type ? { 'content-type': type } : {},
    })
    return sent.json.error.code
  }
  expect(await codeOf('{}', 'application/json')).toBe('unsupported_type')
  expect(await codeOf(new Uint8Array([0x2f, 0xc4, 0xe3]), 'text/csv')).toBe('validation_failed')
  expect(await codeOf('a'.repeat(CSV_BYTES_MAX + 1), 'text/csv')).toBe('file_too_large')
  expect(await codeOf(formOf(''))).toBe('validation_failed')
})

test('the admin page lists redirects, and its form uploads a CSV file without JavaScript', async () => {
  const { owner, posts, folder } = await site()
  const origin = { origin: 'http://joule.test' }
  const send = (csv: string) =>
    owner.send('POST', '/admin/redirects', {
      body: formOf(csv),
      headers: origin,
      withoutCsrf: true,
    })
  const done = await send(`${folder}/<a>,${posts[0]}\n/login,${posts[0]}\n`)
  expect(done.status).toBe(200)
  expect(done.text).toContain('1 added, 0 changed, 0 unchanged.')
  expect(done.text).toContain('1 line was not imported:')
  expect(done.text).toContain('This path is a page of this site')
  const { text } = await owner.get(`/admin/redirects?q=${folder}`)
  expect(text).toContain(`${folder}/&lt;a&gt;`)
  for (const words of [
    `href="/posts/${posts[0]}"`,
    'data-api="PUT /api/admin/redirects"',
    'data-api="DELETE /api/',
  ])
    expect(text).toContain(words)
  expect((await send('')).text).toContain('Please fill this in.')
  expect((await owner.get('/admin/redirects?q=/nothing-begins-so')).text).toContain(
    'No path begins with this',
  )
})

async function site() {
  const world = new World()
  const [owner, author] = [await world.member({ role: 'owner' }), await world.user({ level: 1 })]
  const posts = [(await world.post({ author })).id, (await world.post({ author })).id]
  return { world, owner, posts, folder: `/${crypto.randomUUID().slice(0, 13)}` }
}

function redirectAll(world: World, paths: string[], [post_id = 0]: number[]) {
  const redirects = paths.map((path) => ({ path, post_id }))
  return world.db.batch([setRedirects(redirects, world.now)])
}

async function all(owner: Client, query: URLSearchParams): Promise<string[]> {
  const paths: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor !== '') query.set('cursor', cursor)
    const { status, json } = await owner.get(`${API}?${query}`)
    expect(status).toBe(200)
    paths.push(...json.items.map(({ path }: { path: string }) => path))
    cursor = json.next_cursor
  }
  return paths
}

function sendCsv(owner: Client, csv: string) {
  return owner.send('POST', `${API}/csv`, {
    body: csv,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  })
}

function formOf(csv: string): FormData {
  const form = new FormData()
  form.set('file', new File([csv], 'redirects.csv', { type: 'text/csv' }))
  return form
}
