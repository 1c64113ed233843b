import type { Cast, RouteLine } from './table.ts'

const list = (access: 'admin' | 'owner' = 'admin'): RouteLine => ({ access, trips: 2, rows: 120 })
const deed = (
  sent: (cast: Cast) => { path: string; json?: unknown },
  access: 'admin' | 'owner' = 'admin',
): RouteLine => ({
  access,
  trips: 3,
  rows: 60,
  sent,
})
const reason = 'for the budget'
const onPending = (move: string) =>
  deed(({ author }) => ({ path: `/api/admin/posts/${author.pending}/${move}`, json: { reason } }))

/** What admins and owners call, and the public log of what they did. */
export const ADMIN_ROUTES: Record<string, RouteLine> = {
  'GET /moderation': { access: 'public', trips: 1, rows: 100 },
  'GET /admin': list(),
  'GET /admin/posts': list(),
  'GET /admin/comments': list(),
  'GET /admin/users': list(),
  'GET /admin/users/:uid': { ...list(), sent: ({ author }) => ({ path: `/admin/users/${author.user?.uid}` }) },
  'GET /admin/profiles': list(),
  'GET /admin/energy': list('owner'),
  'GET /admin/energy/logs': list(),
  'GET /admin/site-settings': list('owner'),
  'GET /admin/audit-log': list(),

  'GET /api/admin/overview': list(),
  'POST /api/admin/invariants/run': { access: 'admin', trips: 14, rows: 20_000 },
  'GET /api/admin/audit-log': list(),

  'GET /api/admin/posts': list(),
  'GET /api/admin/posts/:id': { ...list(), sent: ({ author }) => ({ path: `/api/admin/posts/${author.pending}` }) },
  'POST /api/admin/posts/:id/approve': onPending('approve'),
  'POST /api/admin/posts/:id/reject': onPending('reject'),
  'POST /api/admin/posts/:id/lock': onPending('lock'),
  'POST /api/admin/posts/:id/unlock': onPending('unlock'),
  'POST /api/admin/posts/:id/seen': onPending('seen'),
  'DELETE /api/admin/posts/:id': deed(({ author }) => ({ path: `/api/admin/posts/${author.draft}`, json: { reason } })),
  'POST /api/admin/posts/batch': deed(({ author }) => ({
    path: '/api/admin/posts/batch',
    json: { ids: [author.pending], action: 'approve' },
  })),

  'GET /api/admin/comments': list(),
  'DELETE /api/admin/comments/:id': deed(({ reader }) => ({ path: `/api/admin/comments/${reader.comment}` })),
  'POST /api/admin/comments/batch-delete': deed(({ reader }) => ({
    path: '/api/admin/comments/batch-delete',
    json: { ids: [reader.comment] },
  })),

  'GET /api/admin/users': list(),
  'GET /api/admin/users/:uid': { ...list(), sent: ({ author }) => ({ path: `/api/admin/users/${author.user?.uid}` }) },
  'PUT /api/admin/users/:uid/status': deed(({ member }) => ({
    path: `/api/admin/users/${member.user?.uid}/status`,
    json: { status: 'banned', reason },
  })),
  'PUT /api/admin/users/:uid/role': deed(
    ({ member }) => ({ path: `/api/admin/users/${member.user?.uid}/role`, json: { role: 'admin' } }),
    'owner',
  ),

  'GET /api/admin/profile-reviews': list(),
  'POST /api/admin/profile-reviews/:id/approve': { access: 'admin', trips: 3 },
  'POST /api/admin/profile-reviews/:id/reject': { access: 'admin', trips: 3 },

  'POST /api/admin/energy/adjust': deed(
    ({ member }) => ({
      path: '/api/admin/energy/adjust',
      json: { uids: [member.user?.uid], amount: 1, reason },
    }),
    'owner',
  ),
  'GET /api/admin/energy/audience': {
    access: 'owner',
    trips: 2,
    rows: 2_100,
    sent: () => ({ path: '/api/admin/energy/audience?level_min=6' }),
  },
  'GET /api/admin/energy/logs': list(),
  'GET /api/admin/energy/logs.csv': {
    access: 'admin',
    trips: 2,
    rows: 120,
    sent: ({ member }) => ({ path: `/api/admin/energy/logs.csv?uid=${member.user?.uid}` }),
  },

  'GET /api/admin/site-settings': { access: 'owner', trips: 2 },
  'PUT /api/admin/site-settings': deed(
    () => ({ path: '/api/admin/site-settings', json: { key: 'audit.enabled', value: false } }),
    'owner',
  ),
}
