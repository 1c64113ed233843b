import { sql } from 'drizzle-orm'
import { filledFolder, publishedWord, seriesOf, storedImage } from './fixtures.ts'
import { line, type People, type RouteLine } from './route-line.ts'

const sitePage = (name: string) =>
  line('public', 1, {}, async ({ world }) => {
    await world.db.batch([
      sql`INSERT INTO site_pages (name, language, body, updated_at)
        VALUES (${name}, 'en', '<p>Us.</p>', ${world.now.toISOString()}) ON CONFLICT DO NOTHING`,
    ])
    return {}
  })

const searched = async (people: People) => `?q=${await publishedWord(people)}`

/** Public routes for readers and machines. */
export const READING_ROUTES: Record<string, RouteLine> = {
  'GET /healthz': line('public', 2),
  'GET /': line('public', 1, { rows: 100 }),
  'GET /posts': line('public', 1, { rows: 100 }),
  'GET /posts/:id': line('public', 1),
  'GET /history': line('public', 0),
  'GET /posts/:id/edit': line('public', 0, { status: 301 }, () => '/posts/1/edit'),
  'GET /tags': line('public', 1, { rows: 130 }),
  'GET /tags/:tag': line('public', 1, { rows: 100 }),
  'GET /search': line('public', 2, { rows: 50 }, searched),
  'GET /api/search': line(
    'public',
    2,
    { rows: 50 },
    async (it) => `${await searched(it)}&language=en&time=year`,
  ),
  'GET /api/search/suggestions': line('public', 2, {}, searched),
  'GET /feed.xml': line('public', 1, { rows: 100 }),
  'GET /tags/:tag/feed.xml': line('public', 1),
  'GET /series/:id': line('public', 1, {}, seriesOf),
  'GET /series/:id/feed.xml': line('public', 1, {}, seriesOf),
  'GET /api/series/:id': line('public', 1, {}, seriesOf),
  'GET /space/:uid/feed.xml': line('public', 1),
  'GET /space/:uid': line('public', 1),
  'GET /folders/:id': line('public', 1, {}, filledFolder),
  'GET /folders/:id/feed.xml': line('public', 1, {}, filledFolder),
  'GET /sitemap.xml': line('public', 1, { rows: 300 }),
  'GET /:sitemap{sitemap-[0-9]+\\.xml}': line('public', 1, { rows: 300 }, () => '/sitemap-1.xml'),
  'GET /about': sitePage('about'),
  'GET /rules': sitePage('rules'),
  'GET /privacy': sitePage('privacy'),
  'GET /manifest.webmanifest': line('public', 1),
  'GET /sw.js': line('public', 1),
  'GET /app-icons/:side': line('public', 1, {}, () => '/app-icons/192'),
  'GET /robots.txt': line('public', 1),
  'GET /llms.txt': line('public', 1),
  'GET /posts.md': line('public', 1, { rows: 250 }),
  'GET /images/:key': line('public', 1, {}, storedImage),
  'GET /help': line('public', 0),
  'GET /help/:topic': line('public', 0, {}, () => '/help/writing'),
  'GET /login': line('public', 1),
  'GET /register': line('public', 2),
  'GET /welcome': line('signedIn', 2, { rows: 400 }),
  'GET /claim': line('public', 0, { status: 302 }),
  'GET /restore': line('public', 0),
  'GET /messages': line('signedIn', 1),
  'GET /settings': line('signedIn', 2),
  'GET /settings/export/:format': line('signedIn', 3, { rows: 200 }, () => '/settings/export/json'),
  'GET /api/tags': line('public', 1, { rows: 100 }),
  'GET /api/posts': line('public', 1, { rows: 100 }),
  'GET /api/posts/:id': line('public', 1),
  'POST /api/visits': line('anyone', 0, { status: 204 }, () => '?from=example.org'),
  'POST /api/posts/:id/view': line('anyone', 1, { status: 204 }, () => '?from=example.org'),
  'GET /api/openapi.json': line('public', 0),
  'GET /api/docs': line('public', 0),
  'GET /api/docs/:group': line('public', 0, {}, () => '/api/docs/posts'),
}
