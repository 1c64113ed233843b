import { sql } from 'drizzle-orm'
import { filledFolder, publishedWord, seriesOf, storedImage } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

const sitePage = (name: string): RouteLine => ({
  access: 'public',
  trips: 1,
  sent: async ({ world }) => {
    await world.db.batch([
      sql`INSERT INTO site_pages (name, language, body, updated_at)
        VALUES (${name}, 'en', '<p>Us.</p>', ${world.now.toISOString()}) ON CONFLICT DO NOTHING`,
    ])
    return { path: `/${name}` }
  },
})

/** Public routes for readers and machines. */
export const READING_ROUTES: Record<string, RouteLine> = {
  'GET /healthz': { access: 'public', trips: 2 },
  'GET /': { access: 'public', trips: 1, rows: 100 },
  'GET /posts': { access: 'public', trips: 1, rows: 100 },
  'GET /posts/:id': { access: 'public', trips: 1 },
  'GET /history': { access: 'public', trips: 0 },
  'GET /posts/:id/edit': { access: 'public', status: 301, trips: 0, sent: () => ({ path: '/posts/1/edit' }) },
  'GET /tags': { access: 'public', trips: 1, rows: 130 },
  'GET /tags/:tag': {
    access: 'public',
    trips: 1,
    rows: 100,
    sent: ({ author }) => ({ path: `/tags/${encodeURIComponent(author.tag)}` }),
  },
  'GET /search': {
    access: 'public',
    trips: 2,
    rows: 50,
    sent: async (people) => ({ path: `/search?q=${await publishedWord(people)}` }),
  },
  'GET /api/search': {
    access: 'public',
    trips: 2,
    rows: 50,
    sent: async (people) => ({ path: `/api/search?q=${await publishedWord(people)}&language=en&time=year` }),
  },
  'GET /api/search/suggestions': {
    access: 'public',
    trips: 2,
    sent: async (people) => ({ path: `/api/search/suggestions?q=${await publishedWord(people)}` }),
  },
  'GET /feed.xml': { access: 'public', trips: 1, rows: 100 },
  'GET /tags/:tag/feed.xml': {
    access: 'public',
    trips: 1,
    sent: ({ author }) => ({ path: `/tags/${encodeURIComponent(author.tag)}/feed.xml` }),
  },
  'GET /series/:id': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/series/${await seriesOf(people)}` }),
  },
  'GET /series/:id/feed.xml': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/series/${await seriesOf(people)}/feed.xml` }),
  },
  'GET /api/series/:id': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/api/series/${await seriesOf(people)}` }),
  },
  'GET /space/:uid/feed.xml': { access: 'public', trips: 1 },
  'GET /space/:uid': { access: 'public', trips: 1 },
  'GET /folders/:id': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/folders/${await filledFolder(people)}` }),
  },
  'GET /folders/:id/feed.xml': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/folders/${await filledFolder(people)}/feed.xml` }),
  },
  'GET /sitemap.xml': { access: 'public', trips: 1, rows: 300 },
  'GET /:sitemap{sitemap-[0-9]+\\.xml}': {
    access: 'public',
    trips: 1,
    rows: 300,
    sent: () => ({ path: '/sitemap-1.xml' }),
  },
  'GET /about': sitePage('about'),
  'GET /rules': sitePage('rules'),
  'GET /privacy': sitePage('privacy'),
  'GET /manifest.webmanifest': { access: 'public', trips: 1 },
  'GET /sw.js': { access: 'public', trips: 1 },
  'GET /app-icons/:side': { access: 'public', trips: 1, sent: () => ({ path: '/app-icons/192' }) },
  'GET /robots.txt': { access: 'public', trips: 1 },
  'GET /llms.txt': { access: 'public', trips: 1 },
  'GET /posts.md': { access: 'public', trips: 1, rows: 250 },
  'GET /images/:key': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/images/${await storedImage(people)}` }),
  },
  'GET /help': { access: 'public', trips: 0 },
  'GET /help/:topic': { access: 'public', trips: 0, sent: () => ({ path: '/help/writing' }) },
  'GET /login': { access: 'public', trips: 1 },
  'GET /register': { access: 'public', trips: 2 },
  'GET /welcome': { access: 'signedIn', trips: 2, rows: 400 },
  'GET /claim': { access: 'public', status: 302, trips: 0 },
  'GET /restore': { access: 'public', trips: 0 },
  'GET /messages': { access: 'signedIn', trips: 1 },
  'GET /settings': { access: 'signedIn', trips: 2 },
  'GET /settings/export/:format': {
    access: 'signedIn',
    trips: 3,
    rows: 200,
    sent: () => ({ path: '/settings/export/json' }),
  },
  'GET /api/tags': { access: 'public', trips: 1, rows: 100 },
  'GET /api/posts': { access: 'public', trips: 1, rows: 100 },
  'GET /api/posts/:id': { access: 'public', trips: 1 },
  'POST /api/posts/:id/view': {
    access: 'public',
    status: 204,
    trips: 1,
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/view?from=example.org` }),
  },
  'GET /api/openapi.json': { access: 'public', trips: 0 },
  'GET /api/docs': { access: 'public', trips: 0 },
  'GET /api/docs/:group': { access: 'public', trips: 0, sent: () => ({ path: '/api/docs/posts' }) },
}
