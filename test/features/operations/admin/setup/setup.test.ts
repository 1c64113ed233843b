import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { addressKind, SETUP_STEPS, type StoredSetup, setupOf } from '#features/core/site/setup.ts'
import { rememberStatus } from '#features/operations/backups/retention.ts'
import { expect, locationOf, test } from '#test/test.ts'
import { type Client, type Member, PASSWORD, type World } from '#test/world.ts'

/** The states of the steps on the set-up list, in order. */
async function statesOf(owner: Client): Promise<(string | undefined)[]> {
  const { text } = await owner.get('/admin/setup')
  return [...text.matchAll(/class="setup-mark (\w+)"/g)].map(([, state]) => state)
}

/** Removes the content of other tests, because tests share a database. */
async function reset(world: World): Promise<void> {
  const empty = () => [
    sql`DELETE FROM site_state WHERE key IN ('checklist', 'checklist-settled', 'backups')`,
    sql`UPDATE site_identity SET name = NULL`,
  ]
  await world.db.batch(empty())
  forgetIdentity()
  onTestFinished(async () => {
    await world.db.batch(empty())
    forgetIdentity()
  })
}

const settle = (owner: Client, step: string) => owner.post('/api/admin/checklist/settle', { step })

/** Does or accepts every step of the set-up list. */
async function completeSetup(world: World, owner: Member) {
  await owner.put('/api/settings/profile', { username: `owner-of-${owner.user.uid}` })
  await owner.put('/api/admin/identity', { languages: ['zh-CN', 'en'] })
  await owner.put('/api/admin/identity', { name: 'Ours' })
  await world.post({ author: (await world.member()).user })
  for (const step of ['registration', 'mail', 'mail', 'domain'])
    expect([step, (await settle(owner, step)).status]).toEqual([step, 204])
}

test('the set-up list shows what is done, and counts steps that the owner accepts as they are', async ({
  world,
  owner,
}) => {
  await reset(world)
  expect(SETUP_STEPS.join()).toBe(
    'language,username,name,post,registration,mail,backup,domain,invite',
  )
  const first = await statesOf(owner)
  expect([first[0], first[1], first[2], first[4], first[5], first[6]]).toEqual([
    'open',
    'open',
    'open',
    'open',
    'open',
    'done',
  ])
  await completeSetup(world, owner)
  // A decision counts as done; a step that waits is kept as it is.
  expect(await statesOf(owner)).toEqual([
    'done',
    'done',
    'done',
    'done',
    'done',
    'settled',
    'done',
    expect.any(String),
    'done',
  ])
})

test('an unknown step of the set-up list cannot be accepted', async ({ owner }) => {
  expect((await settle(owner, 'unknown')).status).toBe(422)
})

test('a complete set-up list says so, and after it is closed only its own page still shows it', async ({
  world,
  owner,
}) => {
  await reset(world)
  await completeSetup(world, owner)
  const home = await owner.get('/')
  expect(home.text).toContain('Done: this is your site')
  expect((await owner.get('/admin/setup')).text).toContain('<h1>Done: this is your site</h1>')

  expect((await owner.post('/api/admin/checklist/dismiss')).status).toBe(204)
  for (const path of ['/', '/admin'])
    expect((await owner.get(path)).text).not.toContain('id="setup-card"')
  // The list can still be read after it was closed.
  expect((await owner.get('/admin/setup')).text).toContain('Done: this is your site')
})

test('only the owner sees the set-up list; on the home page it replaces the card of the level', async ({
  world,
}) => {
  await reset(world)
  const [owner, admin, member] = await world.members([
    { role: 'owner', level: 2 },
    { role: 'admin' },
    { level: 2 },
  ])
  const home = (await owner.get('/')).text
  expect(home).toContain('id="setup-card"')
  expect(home).not.toContain('check-in')
  expect((await owner.get('/admin')).text).toContain('id="setup-card"')
  for (const other of [admin, member]) {
    const { text } = await other.get('/')
    expect(text).not.toContain('id="setup-card"')
    expect((await other.get('/admin/setup')).status).toBe(404)
    expect((await other.post('/api/admin/checklist/settle', { step: 'mail' })).status).toBe(403)
  }
  expect((await member.get('/')).text).toContain('check-in')
})

test('a login leads an owner without a username to the set-up list, and other users to the home page', async ({
  world,
}) => {
  await reset(world)
  const [owner, member] = await world.members([{ role: 'owner' }, {}])
  const login = (email: string | null, path = '/login') =>
    locationOf(world.visitor().submit(path, { email: email ?? '', password: PASSWORD }))
  expect(await login(owner.user.email)).toBe('/admin/setup')
  expect(await login(owner.user.email, '/login?next=/tags')).toBe('/tags')
  expect(await login(member.user.email)).toBe('/')
  // Scripts open the login page again after a login.
  expect(await locationOf(owner.get('/login'))).toBe('/admin/setup')
  expect(await locationOf(owner.get('/login?next=/tags'))).toBe('/tags')
  expect(await locationOf(member.get('/login'))).toBe('/')
  await owner.post('/api/admin/checklist/dismiss')
  expect(await locationOf(owner.get('/login'))).toBe('/')
})

test('daily backups that are on are no open step: the set-up list says when the first backup is made', async ({
  world,
  owner,
}) => {
  await reset(world)
  const list = async () => (await owner.get('/admin/setup?step=backup')).text
  expect(await list()).toContain('first backup tonight')
  await world.db.batch([
    rememberStatus({
      kept: [{ id: 'a', taken_at: world.now.toISOString(), rows: 1, images: 0, bytes: 1 }],
      since: null,
      failed: null,
    }),
  ])
  expect(await list()).not.toContain('first backup tonight')
  expect(await list()).toContain('Last backup: ')
  await world.setting('backups.enabled', false)
  onTestFinished(() => world.setting('backups.enabled', true))
  expect((await statesOf(owner))[5]).toBe('open')
})

test('the address of a site is its own domain, a shared domain, or known only to this machine', async ({
  world,
  owner,
}) => {
  expect(
    ['http://localhost:8787', 'http://127.0.0.1', 'http://[::1]:1', 'http://nas.local'].map(
      addressKind,
    ),
  ).toEqual(Array(4).fill('local'))
  expect(addressKind('https://community.example.com')).toBe('own')
  await reset(world)
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request('https://joule.operator.workers.dev/admin/setup', {
    headers: { cookie, 'accept-language': 'en' },
  })
  const context = createExecutionContext()
  const text = await (await world.app.fetch(request, world.env, context)).text()
  await waitOnExecutionContext(context)
  expect(text).toContain('workers.dev is blocked in mainland China')
})

test('the set-up list ends when every step is done', () => {
  const stored: StoredSetup = {
    is_closed: 0,
    settled: ['language', 'registration'],
    name: 'Ours',
    has_post: 1,
    backs_up: 1,
    has_company: 1,
  }
  const named = { username: 'ours' } as Viewer
  const site = { hasMail: true, origin: 'https://community.example.com' }
  expect(setupOf(stored, named, site)).toMatchObject({
    next: null,
    finished: SETUP_STEPS.length,
    isEmpty: false,
  })
  expect(setupOf(stored, named, { ...site, hasMail: false })).toMatchObject({
    next: 'mail',
    finished: SETUP_STEPS.length - 1,
  })
  expect(setupOf({ ...stored, has_post: 0 }, named, site)).toMatchObject({
    next: 'post',
    isEmpty: true,
  })
})
