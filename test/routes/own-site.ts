import { sql } from 'drizzle-orm'
import { PNG } from '#test/images.ts'
import type { World } from '#test/world.ts'
import { list } from './admin.ts'
import { line, type People, type RouteLine, type Sending } from './route-line.ts'

/** Routes for customising the site. */
export const OWN_SITE_ROUTES: Record<string, RouteLine> = {
  'GET /admin/identity': list('owner'),
  'GET /admin/look': list('owner'),
  'GET /api/admin/look': line('owner', 2),
  'PUT /api/admin/look': line('owner', 3, { rows: 60, written: 24 }, () => ({
    json: { accent: '#1f5fa8', theme: { font: 'serif' }, css: `a{--y:${crypto.randomUUID()}}` },
  })),
  'GET /p/:slug': line('public', 1, {}, ownPage),
  'GET /admin/layout': list('owner'),
  'GET /admin/pages': list('owner'),
  'GET /admin/pages/:name': list('owner', () => '/admin/pages/rules?language=en'),
  'GET /api/admin/identity': line('owner', 2),
  'PUT /api/admin/identity': line('owner', 3, { rows: 25, written: 9 }, () => ({
    json: { name: 'Another' },
  })),
  'POST /api/admin/identity/logo': line('owner', 5, { rows: 65, written: 26 }, () => ({
    file: PNG,
  })),
  'DELETE /api/admin/identity/logo': line('owner', 3, { rows: 34, written: 15 }),
  'PUT /api/admin/identity/css': line('owner', 3, { status: 204, rows: 36, written: 12 }, () => ({
    json: { css: `a{--x:${crypto.randomUUID()}}` },
  })),
  'GET /look/:file{[\\w-]{22}\\.css}': line('public', 1, {}, async ({ world, owner }) => {
    await owner.put('/api/admin/identity/css', { css: 'a{--measured:1}' })
    const row = await world.db.first(
      sql<{ hash: string }>`SELECT css_hash AS hash FROM site_identity`,
    )
    return `/look/${row?.hash}.css`
  }),
  'POST /api/admin/identity/links': line(
    'owner',
    3,
    { status: 201, rows: 35, written: 9 },
    async ({ world }) => {
      await removeLinks(world)
      return { json: LINK }
    },
  ),
  'DELETE /api/admin/identity/links/:id': line(
    'owner',
    3,
    { written: 9 },
    async ({ owner, world }) => {
      await removeLinks(world)
      return (await owner.post('/api/admin/identity/links', LINK)).json.links.at(-1).id
    },
  ),
  'GET /api/admin/pages': list('owner'),
  'POST /api/admin/pages': line('owner', 3, { status: 201, written: 12 }, async ({ world }) => {
    await removePages(world)
    return { json: IMPRINT }
  }),
  'GET /api/admin/pages/:name': line('owner', 2, {}, ownPage),
  'PUT /api/admin/pages/:name': line('owner', 3, { written: 12 }, async (people) => {
    await ownPage(people)
    return { path: '/api/admin/pages/imprint', json: { body: { en: '<p>Ada</p>' }, version: 1 } }
  }),
  'DELETE /api/admin/pages/:name': line('owner', 3, { status: 204, written: 12 }, ownPage),
  'GET /api/admin/pinned-posts': line('owner', 2),
  'POST /api/admin/pinned-posts': line(
    'owner',
    3,
    { status: 201, written: 9 },
    async ({ world, author }) => {
      await world.db.batch([sql`DELETE FROM pinned_posts`])
      return { json: { post: String(author.approved) } }
    },
  ),
  'DELETE /api/admin/pinned-posts/:id': line(
    'owner',
    3,
    { written: 9 },
    async ({ world, owner, author }) => {
      await world.db.batch([sql`DELETE FROM pinned_posts`])
      await owner.post('/api/admin/pinned-posts', { post: String(author.approved) })
      return author.approved
    },
  ),
  'GET /admin/redirects': list('owner'),
  'POST /admin/redirects': line('owner', 4, { rows: 140, written: 10 }, redirectsFile),
  'GET /api/admin/redirects': list('owner'),
  'PUT /api/admin/redirects': line('owner', 3, { written: 8 }, ({ author }) => ({
    json: { path: freshPath(), post_id: author.approved },
  })),
  'DELETE /api/admin/redirects': line('owner', 3, { status: 204, written: 7 }, async (people) => ({
    json: { path: await redirect(people) },
  })),
  'GET /api/admin/redirects.csv': list('owner', async (people) => {
    await redirect(people)
    return {}
  }),
  'POST /api/admin/redirects/csv': line('owner', 3, { written: 10 }, redirectsFile),
  'GET /admin/setup': list('owner'),
  'POST /api/admin/checklist/dismiss': line('owner', 2, { status: 204, written: 2 }),
  'POST /api/admin/checklist/settle': line('owner', 2, { status: 204, written: 2 }, () => ({
    json: { step: 'mail' },
  })),
}

const IMPRINT = {
  slug: 'imprint',
  title: { zh: '版权信息', en: 'Imprint' },
  body: { zh: null, en: '<p>Ada Lovelace, London</p>' },
  in: 'footer',
}

async function ownPage({ world, owner }: People): Promise<string> {
  await removePages(world)
  await owner.post('/api/admin/pages', IMPRINT)
  return 'imprint'
}

function removePages({ db }: World) {
  return db.batch([sql`DELETE FROM own_pages`])
}

const LINK = { label: 'Help', url: '/help' }
const freshPath = () => `/2020/${crypto.randomUUID()}`

async function redirect({ world, author }: People): Promise<string> {
  const path = freshPath()
  await world.db.batch([
    sql`DELETE FROM redirects`,
    sql`INSERT INTO redirects (path, post_id, created_at) VALUES (${path}, ${author.approved}, ${world.now.toISOString()})`,
  ])
  return path
}

/** One line changes a redirect, one adds another. */
async function redirectsFile(people: People): Promise<Sending> {
  const lines = [
    `${await redirect(people)},${people.author.pending}`,
    `${freshPath()},${people.author.approved}`,
  ]
  return { file: new Uint8Array(new TextEncoder().encode(lines.join('\n'))) }
}

/** The site allows six, and tests share a site. */
function removeLinks({ db }: World) {
  return db.batch([sql`DELETE FROM footer_links`])
}
