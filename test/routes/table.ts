import type { Client } from '#test/client.ts'
import { PASSWORD } from '#test/world.ts'
import type { Access } from '#web/route-facts.ts'
import { ADMIN_ROUTES } from './admin.ts'
import { COMMUNITY_ROUTES } from './community.ts'

/** Who is at hand when a route's budget is measured. */
export interface Cast {
  visitor: Client
  member: Client & { sid: string }
  admin: Client
  owner: Client
  /** A second session of the member. */
  otherSid: string
  /** Somebody who may write, and has: the ids of what they wrote. */
  author: Client & { draft: number; pending: number }
  /** Somebody from Lv4 on, with a post of the author's to read: the ids of it, of their comment and of their folder. */
  reader: Client & { post: number; comment: number; folder: number }
}

export interface RouteLine {
  /** Who may call it. `public` has no guard at all. */
  access: Access | 'public'
  /** D1 round trips at most, the session included (design 7). */
  trips: number
  /** Rows read at most; 30 where nothing is said. */
  rows?: number
  /** What is sent to measure it: the path with its parameters filled in, and the body. */
  sent?: (cast: Cast) => { path: string; json?: unknown }
  /** Who calls it, where anybody with the right access would find nothing to do. */
  as?: 'author' | 'reader'
}

/** Every route of the site. A route without a line here fails the tests, and so does a line without its route. */
export const ROUTES: Record<string, RouteLine> = {
  ...ADMIN_ROUTES,
  ...COMMUNITY_ROUTES,
  'GET /healthz': { access: 'public', trips: 2 },
  'GET /': { access: 'public', trips: 1, rows: 100 },
  'GET /posts': { access: 'public', trips: 1, rows: 100 },
  'GET /posts/:id': { access: 'public', trips: 1, sent: () => ({ path: '/posts/1' }) },
  'GET /posts/:id/edit': { access: 'public', trips: 0, sent: () => ({ path: '/posts/1/edit' }) },
  'GET /tags/:tag': { access: 'public', trips: 1, rows: 100, sent: () => ({ path: '/tags/SQLite' }) },
  'GET /search': { access: 'public', trips: 2, sent: () => ({ path: '/search?q=word' }) },
  'GET /feed.xml': { access: 'public', trips: 1, rows: 100 },
  'GET /tags/:tag/feed.xml': { access: 'public', trips: 1, sent: () => ({ path: '/tags/SQLite/feed.xml' }) },
  'GET /space/:uid/feed.xml': { access: 'public', trips: 1, sent: () => ({ path: '/space/10001/feed.xml' }) },
  'GET /space/:uid': { access: 'public', trips: 1, sent: ({ reader }) => ({ path: `/space/${reader.user?.uid}` }) },
  'GET /folders/:id': { access: 'public', trips: 1, sent: ({ reader }) => ({ path: `/folders/${reader.folder}` }) },
  'GET /folders/:id/feed.xml': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/folders/${reader.folder}/feed.xml` }),
  },
  'GET /sitemap.xml': { access: 'public', trips: 1, rows: 300 },
  'GET /:sitemap{sitemap-[0-9]+\\.xml}': {
    access: 'public',
    trips: 1,
    rows: 300,
    sent: () => ({ path: '/sitemap-1.xml' }),
  },
  'GET /robots.txt': { access: 'public', trips: 0 },
  'GET /images/:key': { access: 'public', trips: 0 },
  'GET /help': { access: 'public', trips: 0 },
  'GET /login': { access: 'public', trips: 0 },
  'GET /register': { access: 'public', trips: 1 },
  'GET /restore': { access: 'public', trips: 0 },
  'GET /messages': { access: 'signedIn', trips: 2 },
  'GET /settings': { access: 'signedIn', trips: 2 },

  'GET /studio': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /studio/posts': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /studio/drafts': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /studio/analytics': { access: 'signedIn', trips: 2, rows: 200, as: 'author' },
  'GET /studio/write': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: ({ author }) => ({ path: `/studio/write?id=${author.draft}` }),
  },
  'GET /studio/preview/:id': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: ({ author }) => ({ path: `/studio/preview/${author.draft}` }),
  },
  'GET /api/studio/posts': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /api/studio/posts/:id': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/studio/posts/${author.draft}` }),
  },
  'POST /api/studio/posts': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: () => ({ path: '/api/studio/posts', json: { title: 'a title', body: '<p>a text</p>', tags: ['a tag'] } }),
  },
  'PUT /api/studio/posts/:id': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/studio/posts/${author.draft}`, json: { title: 'another title' } }),
  },
  'DELETE /api/studio/posts/:id': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/studio/posts/${author.draft}` }),
  },
  'POST /api/studio/posts/:id/submit': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/studio/posts/${author.draft}/submit` }),
  },
  'POST /api/posts/:id/submit': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/posts/${author.draft}/submit` }),
  },
  'POST /api/studio/posts/:id/withdraw': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'author',
    sent: ({ author }) => ({ path: `/api/studio/posts/${author.pending}/withdraw` }),
  },
  'POST /api/posts/upload-image': { access: 'member', trips: 2 },
  'GET /api/tags': { access: 'public', trips: 1, rows: 100 },

  'GET /api/posts': { access: 'public', trips: 1, rows: 100 },
  'GET /api/posts/:id': { access: 'public', trips: 1, sent: () => ({ path: '/api/posts/1' }) },
  'GET /api/openapi.json': { access: 'public', trips: 0 },
  'GET /api/docs': { access: 'public', trips: 0 },

  'GET /api/auth/csrf': { access: 'public', trips: 0 },
  'POST /api/auth/check-email': {
    access: 'anyone',
    trips: 1,
    sent: () => ({ path: '/api/auth/check-email', json: { email: 'somebody@example.com' } }),
  },
  'POST /api/auth/register': {
    access: 'anyone',
    trips: 3,
    sent: () => ({
      path: '/api/auth/register',
      json: { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD },
    }),
  },
  'POST /api/auth/login': {
    access: 'anyone',
    trips: 2,
    sent: ({ member }) => ({ path: '/api/auth/login', json: { email: member.user?.email, password: PASSWORD } }),
  },
  'POST /api/auth/confirm-restore': {
    access: 'anyone',
    trips: 3,
    sent: () => ({ path: '/api/auth/confirm-restore', json: { restore_token: 'unknown' } }),
  },
  'POST /api/auth/logout': { access: 'anyone', trips: 1 },
  'POST /api/auth/refresh': { access: 'anyone', trips: 2 },

  'PUT /api/settings/password': {
    access: 'member',
    trips: 3,
    sent: () => ({ path: '/api/settings/password', json: { current_password: PASSWORD, new_password: PASSWORD } }),
  },
  'POST /api/settings/delete-account': {
    access: 'member',
    trips: 3,
    sent: () => ({ path: '/api/settings/delete-account', json: { password: PASSWORD } }),
  },
  'PUT /api/settings/profile': {
    access: 'member',
    trips: 3,
    rows: 60,
    sent: () => ({ path: '/api/settings/profile', json: { username: `n${Date.now()}`, signature: 'for the budget' } }),
  },
  'POST /api/settings/avatar': { access: 'member', trips: 3 },
  'GET /api/settings/audit-status': { access: 'signedIn', trips: 2 },
  'GET /api/settings/sessions': { access: 'signedIn', trips: 2 },
  'POST /api/settings/sessions/destroy-others': { access: 'member', trips: 2 },
  'DELETE /api/settings/sessions/:sid': {
    access: 'member',
    trips: 2,
    sent: ({ otherSid }) => ({ path: `/api/settings/sessions/${otherSid}` }),
  },
  'PUT /api/settings/sessions/:sid/remark': {
    access: 'member',
    trips: 2,
    sent: ({ member }) => ({ path: `/api/settings/sessions/${member.sid}/remark`, json: { remark: 'here' } }),
  },
  'GET /api/settings/export': { access: 'signedIn', trips: 2, rows: 200 },
  'GET /api/settings/notify-prefs': { access: 'signedIn', trips: 1 },
  'PUT /api/settings/notify-prefs': {
    access: 'member',
    trips: 2,
    sent: () => ({ path: '/api/settings/notify-prefs', json: { kind: 'like', enabled: false } }),
  },

  'GET /api/messages': { access: 'signedIn', trips: 2 },
  'GET /api/messages/unread': { access: 'signedIn', trips: 2 },
  'POST /api/messages/:id/read': { access: 'member', trips: 2, sent: () => ({ path: '/api/messages/1/read' }) },
  'POST /api/messages/read-all': { access: 'member', trips: 2 },

  'POST /api/level/checkin': { access: 'member', trips: 2 },
  'GET /api/level/info': { access: 'signedIn', trips: 2 },
  'GET /api/energy/info': { access: 'signedIn', trips: 2 },
  'GET /api/energy/logs': { access: 'signedIn', trips: 2 },
}

/** A path with something of the right form in place of each parameter. */
export function examplePath(path: string): string {
  return path.replace(':sid', 'A'.repeat(22)).replace(/:\w+/g, '1')
}
