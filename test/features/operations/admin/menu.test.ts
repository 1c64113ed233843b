import { PAGES } from '#features/operations/admin/frame/page.tsx'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { owner } from '#web/guards/access.ts'

const entries = Object.values(PAGES)
const forOwners: string[] = entries.filter(({ guard }) => guard === owner).map(({ href }) => href)

/** The links of the menu, without the rest of the page. */
function menuOf(html: string): string[] {
  const menu = /<div class="side-nav admin-menu"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
  return [...menu.matchAll(/href="([^"#]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
}

test('every admin page is in the table of the menu, except pages of single items, the set-up list and the search', ({
  world,
}) => {
  const routes = world.app.routes.filter(
    ({ method, path }) => method === 'GET' && /^\/admin\b[^:]*$/.test(path),
  )
  const listed: string[] = [...entries.map(({ href }) => href), '/admin/setup', '/admin/search']
  expect(new Set(routes.map(({ path }) => path).filter((path) => !listed.includes(path)))).toEqual(
    new Set(),
  )
})

test('an admin can open exactly the pages of the role, and the menu has no other page', async ({
  admin,
  owner,
}) => {
  const reachable = [
    ...menuOf((await admin.get('/admin')).text),
    '/admin/posts?view=edited',
    '/admin/profiles',
  ]
  for (const { href } of entries) {
    const mayOpen = !forOwners.includes(href)
    expect((await admin.get(href)).status, href).toBe(mayOpen ? 200 : 404)
    expect((await owner.get(href)).status, href).toBe(200)
    if (!mayOpen) expect(reachable).not.toContain(href)
  }
  expect(forOwners).toContain('/admin/site-settings')
})

test('the energy page of an admin has one tab, and that of an owner has two', async ({
  admin,
  owner,
}) => {
  expect((await admin.get('/admin/energy/logs')).text).not.toContain('href="/admin/energy"')
  expect((await owner.get('/admin/energy/logs')).text).toContain('href="/admin/energy"')
})

test('only for an owner does the admin search find settings and the pages of owners', async ({
  admin,
  owner,
}) => {
  const found = (await admin.get('/api/admin/search')).json
  expect(found.pages.map(({ href }: { href: string }) => href)).not.toContain('/admin/mail')
  expect((await admin.get('/api/admin/search?q=backups')).json.settings).toEqual([])
  const setting = {
    title: 'Comments',
    page: 'Site settings',
    href: '/admin/site-settings#comments-enabled',
  }
  expect((await owner.get('/api/admin/search?q=comments')).json.settings[0]).toEqual(setting)
})

test('the menu has all entries of an owner in their groups, and a number at each of the two queues', async ({
  world,
  owner,
  author,
}) => {
  await world.setting('audit.enabled', true)
  await world.post({ author: author.user, status: 'pending' })
  const { text } = await owner.get('/admin')
  expect(menuOf(text)).toHaveLength(entries.filter(({ at }) => 'group' in at).length)
  const groups = [...text.matchAll(/<summary>([^<]+)/g)].map(([, name]) => name)
  expect(groups.slice(0, 5)).toEqual(['Today', 'People', 'Content', 'Site', 'Records'])
  expect(text).toMatch(
    /href="\/admin\/posts"[^>]*>.{0,120}Review<span class="waits count"><span aria-hidden="true">1</,
  )
  const current = /href="([^"]+)" aria-current="page"/
  const tab = (await owner.get('/admin/profiles')).text
  expect(current.exec(tab)?.[1]).toBe('/admin/posts')
})

const searchOf = (owner: Client) => async (q: string) =>
  (await owner.get(`/api/admin/search?q=${encodeURIComponent(q)}`)).json

test('the admin search finds pages by their names in both languages', async ({ owner }) => {
  const hits = searchOf(owner)
  expect((await hits('Review')).pages[0].href).toBe('/admin/posts')
  expect((await hits('审核')).pages[0]).toEqual({
    title: 'Review',
    page: 'Today',
    href: '/admin/posts',
  })
  expect((await hits('closed reports')).pages[0].href).toBe('/admin/reports?view=closed')
})

test('the admin search finds settings by their name and by a word of the description', async ({
  owner,
}) => {
  const hits = searchOf(owner)
  expect((await hits('logo')).settings[0].href).toBe('/admin/identity#logo')
  expect((await hits('spam')).pages).toEqual([])
  expect((await hits('turnstile')).settings).toMatchObject([{ title: 'Proof-of-work challenge' }])
})

test('the admin search finds people by username, also banned ones, and returns empty lists if nothing matches', async ({
  world,
  owner,
}) => {
  const hits = searchOf(owner)
  const person = await world.user({ username: 'reviewer_rita', status: 'banned' })
  expect((await hits('REVIEWER_')).people.map(({ uid }: { uid: number }) => uid)).toEqual([
    person.uid,
  ])
  expect(await hits('no such thing')).toEqual({ pages: [], settings: [], people: [] })
})

test('every link of the admin search to a setting has a target', async ({ owner }) => {
  const page = (await owner.get('/admin/search')).text
  const anchors = [...page.matchAll(/href="(\/admin\/[\w-]+)#([\w-]+)"/g)]
  expect(anchors.length).toBeGreaterThan(15)
  for (const [, path = '', id] of anchors)
    expect((await owner.get(path)).text, `${path}#${id}`).toContain(`id="${id}"`)
})

test('the results page of the admin search shows the typed text without interpreting it, also if nothing is found', async ({
  admin,
}) => {
  const { text } = await admin.get(`/admin/search?q=${encodeURIComponent('"><img src=x>')}`)
  expect(text).not.toContain('<img src=x')
  expect(text).toContain('Nothing found')
})
