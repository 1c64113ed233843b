import { freshName, put } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'

const PATHS = [
  '/admin',
  '/admin/posts',
  '/admin/posts?view=edited',
  '/admin/posts?view=all',
  '/admin/comments',
  '/admin/users',
  '/admin/profiles',
  '/admin/energy/logs',
  '/admin/audit-log',
]

test('only admins have a link to the admin pages, and an unknown admin page is not found', async ({
  member,
  admin,
}) => {
  expect((await member.get('/')).text).not.toContain('href="/admin"')
  expect((await admin.get('/')).text).toContain('href="/admin"')
  expect((await admin.get('/admin/nothing')).status).toBe(404)
})

test('invalid query parameters of admin pages are ignored', async ({ admin }) => {
  for (const path of [
    '/admin/posts?view=nonsense&id=abc&status=lost',
    '/admin/posts?view=all&author=x&q=',
    '/admin/comments?q=&author=-1',
    '/admin/users?role=king&status=',
    '/admin/energy/logs?uid=&reason=&from=&to=',
    '/admin/audit-log?action=&actor=&subject=abc',
  ]) {
    expect((await admin.get(path)).status, path).toBe(200)
  }
  expect((await admin.get('/admin/users/abc')).status).toBe(404)
  expect((await admin.get('/admin/users/999999999')).status).toBe(404)
})

test('the admin page of a user shows posts, comments, energy and moderation, with the decisions about the user', async ({
  world,
  admin,
}) => {
  const person = await world.member({ level: 1 })
  const post = await world.post({ author: person.user, title: 'Their best post' })
  await person.post(`/api/posts/${post.id}/comments`, { body: 'Their own comment' })
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'A reason to remember' })
  const { text } = await admin.get(`/admin/users/${person.user.uid}`)
  const expected = [
    'Their best post',
    'Their own comment',
    'A reason to remember',
    'Daily check-in',
    person.user.email,
  ]
  for (const words of expected) expect(text).toContain(words)
  const api = `/api/admin/users/${person.user.uid}`
  for (const call of [`PUT ${api}/silence`, `POST ${api}/hide`, `PUT ${api}/status`])
    expect(text).toContain(`data-to="${call}"`)
})

test('user-provided names are escaped on every admin page', async ({
  world,
  admin,
  beginner: author,
}) => {
  await world.setting('audit.enabled', true)
  const evil = '"><img src=x onerror=alert(1)>'
  await world.post({ author: author.user, status: 'pending', title: evil })
  const post = await world.post({ author: author.user, title: evil })
  await author.put(`/api/studio/posts/${post.id}`, { title: `${evil}!` })
  await author.post(`/api/posts/${post.id}/comments`, { body: evil })
  await put(author, { signature: evil })
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: evil })
  for (const path of [
    ...PATHS,
    '/admin/comments?q=onerror',
    `/admin/users/${author.user.uid}`,
    '/moderation',
  ]) {
    expect((await admin.get(path)).text, path).not.toContain('<img src=x')
  }
})

test('the moderation log shows actions and reasons without names', async ({ world, visitor }) => {
  const name = freshName()
  const [admin, person] = [
    await world.member({ role: 'admin', username: freshName() }),
    await world.user({ username: name }),
  ]
  const post = await world.post({ author: person, title: 'A secret title' })
  const reason = `${name.toUpperCase()} (UID ${person.uid}, ${person.email}) and @friend sold http://evil.example/x`
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason })
  await admin.put(`/api/admin/users/${person.uid}/status`, {
    status: 'banned',
    reason: `Ask ${admin.user.username}`,
  })
  const { status, text } = await visitor.get('/moderation')
  expect(status).toBe(200)
  expect(text).toContain('A post was locked')
  expect(text).toContain('An account was banned')
  expect(text).toContain('[user] ([user], [user]) and [user] sold [link]')
  for (const secret of [
    name,
    String(person.uid),
    person.email,
    'A secret title',
    admin.user.username,
    admin.ip,
    'friend',
  ]) {
    expect(text.toLowerCase(), String(secret)).not.toContain(String(secret).toLowerCase())
  }
  expect(text).not.toContain(`/posts/${post.id}"`)
  visitor.language = 'zh-CN'
  expect((await visitor.get('/moderation')).text).toContain('锁定了一篇文章')
})

test('the moderation log omits internal actions and is paginated', async ({
  world,
  owner,
  user,
}) => {
  await owner.put(`/api/admin/users/${user.uid}/role`, { role: 'admin' })
  await owner.post('/api/admin/energy/adjust', {
    uids: [user.uid],
    amount: 1,
    reason: 'a quiet gift',
  })
  expect((await world.visitor().get('/moderation')).text).not.toContain('a quiet gift')
  const author = await world.user()
  for (let n = 0; n < 21; n++) {
    const post = await world.post({ author })
    await owner.post(`/api/admin/posts/${post.id}/lock`, { reason: `reason ${n}` })
  }
  const first = (await world.visitor().get('/moderation')).text
  expect(first).not.toContain('reason 0<')
  const next = /href="(\/moderation\?cursor=[^"]+)"/.exec(first)?.[1] ?? ''
  expect((await world.visitor().get(next)).text).toContain('reason 0<')
})
