import { sql } from 'drizzle-orm'
import { PNG } from '#test/images.ts'
import type { World } from '#test/world.ts'
import { action, list } from './admin.ts'
import { line, type People, type RouteLine } from './route-line.ts'

/** Routes for customising the site. */
export const OWN_SITE_ROUTES: Record<string, RouteLine> = {
  'GET /admin/identity': list('owner'),
  'GET /admin/pages/:name': { ...list('owner'), sent: () => '/admin/pages/rules?language=en' },
  'GET /api/admin/identity': line('owner', 2),
  'PUT /api/admin/identity': action([25, 9], () => ({ json: { name: 'Another' } }), 'owner'),
  'POST /api/admin/identity/logo': { ...action([60, 26], () => ({ file: PNG }), 'owner'), trips: 5 },
  'DELETE /api/admin/identity/logo': action([34, 15], () => ({}), 'owner'),
  'POST /api/admin/identity/links': {
    ...action(
      [25, 9],
      async ({ world }) => {
        await removeLinks(world)
        return { json: { label: 'Help', url: '/help' } }
      },
      'owner',
    ),
    rows: 35,
    status: 201,
  },
  'DELETE /api/admin/identity/links/:id': action(
    [30, 9],
    async ({ owner, world }) => {
      await removeLinks(world)
      const { json } = await owner.post('/api/admin/identity/links', { label: 'Help', url: '/help' })
      return { path: `/api/admin/identity/links/${json.links.at(-1).id}` }
    },
    'owner',
  ),
  'PUT /api/admin/pages/:name': action(
    [30, 10],
    async ({ world }) => {
      await world.db.batch([sql`DELETE FROM site_pages`])
      return { path: '/api/admin/pages/rules', json: { language: 'en', version: null, body: '<p>Be kind.</p>' } }
    },
    'owner',
  ),
  'GET /api/admin/pinned-posts': line('owner', 2),
  'POST /api/admin/pinned-posts': {
    ...action(
      [30, 9],
      async ({ world, author }) => {
        await world.db.batch([sql`DELETE FROM pinned_posts`])
        return { json: { post: String(author.approved) } }
      },
      'owner',
    ),
    status: 201,
  },
  'DELETE /api/admin/pinned-posts/:id': action(
    [30, 9],
    async ({ world, owner, author }) => {
      await world.db.batch([sql`DELETE FROM pinned_posts`])
      await owner.post('/api/admin/pinned-posts', { post: String(author.approved) })
      return { path: `/api/admin/pinned-posts/${author.approved}` }
    },
    'owner',
  ),
  'GET /admin/redirects': list('owner'),
  'POST /admin/redirects': {
    ...action([140, 10], async (people) => ({ file: await redirectsFile(people) }), 'owner'),
    trips: 4,
  },
  'GET /api/admin/redirects': list('owner'),
  'PUT /api/admin/redirects': action(
    [30, 8],
    ({ author }) => ({ json: { path: freshPath(), post_id: author.approved } }),
    'owner',
  ),
  'DELETE /api/admin/redirects': {
    ...action([30, 7], async (people) => ({ json: { path: await redirect(people) } }), 'owner'),
    status: 204,
  },
  'GET /api/admin/redirects.csv': {
    ...list('owner'),
    sent: async (people) => {
      await redirect(people)
      return {}
    },
  },
  'POST /api/admin/redirects/csv': action([30, 10], async (people) => ({ file: await redirectsFile(people) }), 'owner'),
  'GET /admin/setup': list('owner'),
  'POST /api/admin/checklist/dismiss': line('owner', 2, { status: 204, written: 2 }),
  'POST /api/admin/checklist/settle': {
    ...{ access: 'owner', status: 204, trips: 2, written: 2 },
    sent: () => ({ json: { step: 'mail' } }),
  },
}

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
async function redirectsFile(people: People): Promise<Uint8Array<ArrayBuffer>> {
  const lines = [`${await redirect(people)},${people.author.pending}`, `${freshPath()},${people.author.approved}`]
  return new Uint8Array(new TextEncoder().encode(lines.join('\n')))
}

/** The site allows six, and tests share a site. */
function removeLinks({ db }: World) {
  return db.batch([sql`DELETE FROM footer_links`])
}
