import {
  editedPost,
  keptMail,
  lockedPost,
  reportedPost,
  seriesOf,
  storedImage,
  waitingReview,
} from './fixtures.ts'
import { line, type People, type RouteLine } from './route-line.ts'

export const list = (access: 'admin' | 'owner' = 'admin', sent?: RouteLine['sent']) =>
  line(access, 2, { rows: 120 }, sent)
const action = (
  [rows, written]: readonly [rows: number, written: number],
  sent?: RouteLine['sent'],
  access: 'admin' | 'owner' = 'admin',
) => line(access, 3, { rows, written }, sent)
const reason = 'for the budget'

/** Routes for admins and owners, invitations, and the public moderation log. */
export const ADMIN_ROUTES: Record<string, RouteLine> = {
  'GET /moderation': line('public', 1, { rows: 100 }),
  'GET /admin': list(),
  'GET /admin/posts': list(),
  'GET /admin/comments': list(),
  // The suggestions compare the 500 most used tags.
  'GET /admin/tags': line('admin', 2, { rows: 1_100 }),
  'GET /admin/users': list(),
  'GET /admin/users/:uid': list(),
  'GET /admin/content-rules': list(),
  'POST /admin/content-rules': line('admin', 3, { status: 303, rows: 40, written: 8 }, () => ({
    form: { list: 'hosts', entries: 'bad.example' },
  })),
  'GET /api/admin/blocked-hosts': list(),
  'PUT /api/admin/blocked-hosts': action([40, 8], () => ({ json: { hosts: ['bad.example'] } })),
  'GET /api/admin/blocked-words': list(),
  'PUT /api/admin/blocked-words': action([40, 8], () => ({ json: { words: ['casino'] } })),
  'GET /admin/anomalies': list(),
  'GET /api/admin/anomalies': list(),
  'GET /admin/reports': list('admin', async (people) => `?case=${await reportedPost(people)}`),
  'GET /admin/profiles': list(),
  'GET /admin/energy': list('owner'),
  'GET /admin/energy/logs': list(),
  'GET /admin/site-settings': list('owner'),
  'GET /admin/audit-log': list(),
  'GET /admin/mail': list('owner'),
  'GET /admin/data': list('owner'),
  'GET /admin/search': list('admin', () => '?q=a'),
  'GET /api/admin/search': list('admin', () => '?q=a'),

  'POST /admin/tags': line('admin', 5, { status: 200, rows: 1_100, written: 4 }, ({ author }) => ({
    form: { tag: author.tag, into: 'no such tag' },
  })),
  'GET /api/admin/tags': list(),
  'POST /api/admin/tags': line('admin', 3, { status: 201, rows: 40, written: 10 }, () => ({
    json: { name: `t ${crypto.randomUUID().slice(0, 8)}` },
  })),
  'PUT /api/admin/tags/:tag': action([40, 10], () => ({
    json: { description: 'What it is about' },
  })),
  'POST /api/admin/tags/:tag/merge': line(
    'admin',
    3,
    { status: 422, because: 'the only tag of the site is the one to merge', rows: 40, written: 8 },
    ({ author }) => ({ json: { into: author.tag } }),
  ),
  'DELETE /api/admin/tags/:tag': line('admin', 3, { status: 204, rows: 200, written: 60 }),
  'POST /tags': line('admin', 3, { status: 303, rows: 40, written: 8 }, ({ author }) => ({
    form: { tag: author.tag, description: 'Something else' },
  })),
  'DELETE /api/admin/images/:key': line(
    'admin',
    3,
    { status: 204, rows: 60, written: 24 },
    storedImage,
  ),
  'DELETE /api/admin/series/:id/texts': line(
    'admin',
    3,
    { status: 204, rows: 40, written: 13 },
    seriesOf,
  ),

  'GET /api/admin/overview': list(),
  'GET /api/admin/figures': list('owner'),
  'GET /admin/backups': list('owner'),
  'GET /api/admin/backups': list('owner'),
  'POST /api/admin/backups': line('owner', 120, { status: 202, rows: 100_000, written: 12 }),
  'GET /api/admin/backups/:name': line(
    'owner',
    2,
    { status: 404, because: 'the site of the tests has no backup: admin/exports has' },
    () => '/api/admin/backups/2026-11-19T04-00-00-000Z',
  ),
  'GET /api/admin/export/:file': line(
    'owner',
    4,
    { rows: 2_000, written: 6 },
    () => '/api/admin/export/tags.csv',
  ),
  'GET /admin/figures': list('owner'),
  'POST /api/admin/invariants/run': line('admin', 15, { rows: 20_000, written: 4 }),
  'GET /api/admin/audit-log': list(),

  'GET /api/admin/posts': list(),
  'GET /api/admin/posts/:id': list(),
  'POST /api/admin/posts/:id/approve': action([72, 31], () => ({ json: {} })),
  'POST /api/admin/posts/:id/reject': action([64, 22], () => ({ json: { reason } })),
  'POST /api/admin/posts/:id/lock': action([62, 22], () => ({ json: { reason } })),
  'POST /api/admin/posts/:id/unlock': action([59, 25], lockedPost),
  'POST /api/admin/posts/:id/seen': action([38, 15], editedPost),
  'DELETE /api/admin/posts/:id': line(
    'admin',
    3,
    { status: 204, rows: 68, written: 24 },
    ({ author }) => ({
      path: `/api/admin/posts/${author.draft}`,
      json: { reason },
    }),
  ),
  'POST /api/admin/posts/batch': action([70, 31], ({ author }) => ({
    json: { ids: [author.pending], action: 'approve' },
  })),

  'POST /api/admin/approvals': action([40, 8], ({ author }) => ({
    json: { posts: [{ id: author.pending }] },
  })),
  'DELETE /api/admin/approvals/:batch': action([40, 12], async ({ admin, author }) => {
    return (await admin.post('/api/admin/approvals', { posts: [{ id: author.pending }] })).json.id
  }),

  'GET /api/admin/reports': list(),
  'POST /api/admin/reports/:kind/:id/close': action([150, 70], async (people) => {
    await reportedPost(people)
    return {
      path: `/api/admin/reports/post/${people.author.approved}/close`,
      json: { decision: 'removed', note: reason, ban: true, days: 7 },
    }
  }),

  'GET /api/admin/saved-replies': list(),
  'POST /api/admin/saved-replies': line('admin', 3, { status: 201, rows: 40, written: 12 }, () => ({
    json: { kind: 'post', text_en: 'See the rules' },
  })),
  'DELETE /api/admin/saved-replies/:id': line(
    'admin',
    3,
    { status: 204, rows: 40, written: 12 },
    async ({ admin }) =>
      (await admin.post('/api/admin/saved-replies', { kind: 'post', text_zh: '见社区规则' })).json
        .id,
  ),
  'GET /api/admin/users/:uid/notes': list(),
  'POST /api/admin/users/:uid/notes': line(
    'admin',
    3,
    { status: 201, rows: 40, written: 12 },
    () => ({
      json: { text: 'Asked to stop advertising' },
    }),
  ),
  'DELETE /api/admin/users/:uid/notes/:id': line(
    'admin',
    3,
    { status: 204, rows: 40, written: 12 },
    async ({ admin, member }) => {
      const notes = `/api/admin/users/${member.uid}/notes`
      return `${notes}/${(await admin.post(notes, { text: 'A mistake' })).json.id}`
    },
  ),

  'GET /api/admin/comments': list(),
  'DELETE /api/admin/comments/:id': line('admin', 3, { status: 204, rows: 40, written: 16 }),
  'POST /api/admin/comments/batch-delete': action([40, 16], ({ reader }) => ({
    json: { ids: [reader.comment] },
  })),

  'GET /api/admin/users': list(),
  'GET /api/admin/users/:uid': list(),
  'PUT /api/admin/users/:uid/status': action([38, 19], () => ({
    json: { status: 'banned', reason },
  })),
  'PUT /api/admin/users/:uid/silence': action([36, 17], () => ({
    json: { silenced: true, reason, days: 3 },
  })),
  'POST /api/admin/users/:uid/hide': line('admin', 7, { rows: 250, written: 70 }, () => ({
    json: { reason, days: 3 },
  })),
  'DELETE /api/admin/users/:uid/hide': line(
    'admin',
    6,
    { rows: 250, written: 70 },
    async ({ admin, author }) => {
      await admin.post(`/api/admin/users/${author.uid}/hide`, { reason })
      return author.uid
    },
  ),
  'PUT /api/admin/users/:uid/role': action([33, 16], () => ({ json: { role: 'admin' } }), 'owner'),

  'GET /api/admin/profile-reviews': list(),
  'POST /api/admin/profile-reviews/:id/approve': action([64, 28], waitingReview),
  'POST /api/admin/profile-reviews/:id/reject': action([36, 15], waitingReview),

  'POST /api/admin/energy/adjust': action(
    [47, 19],
    ({ member }) => ({ json: { uids: [member.uid], amount: 1, reason } }),
    'owner',
  ),
  'GET /api/admin/energy/audience': line(
    'owner',
    2,
    { rows: 2_100 },
    () => '/api/admin/energy/audience?level_min=6',
  ),
  'GET /api/admin/energy/named': line(
    'owner',
    2,
    {},
    () => '/api/admin/energy/named?names=first,second',
  ),
  'GET /api/admin/energy/logs': list(),
  'GET /api/admin/energy/logs.csv': line(
    'admin',
    2,
    { rows: 120 },
    ({ member }) => `?uid=${member.uid}`,
  ),

  'POST /api/admin/mail/test': line('owner', 2, { status: 204, written: 4 }),
  'POST /api/admin/mail/:id/retry': line('owner', 2, { status: 204, written: 4 }, keptMail),

  'GET /api/admin/site-settings': line('owner', 2),
  'PUT /api/admin/site-settings': action(
    [40, 8],
    () => ({ json: { key: 'audit.enabled', value: true } }),
    'owner',
  ),

  'GET /api/auth/challenge': line('public', 0),
  'GET /api/invitations': line('signedIn', 2, { as: 'reader' }),
  'POST /api/invitations': line('member', 2, { status: 201, written: 6, as: 'reader' }, () => ({
    json: { uses: 1, days: 1 },
  })),
  'DELETE /api/invitations/:code': line(
    'member',
    2,
    { status: 204, written: 6, as: 'reader' },
    invitation,
  ),
  'GET /admin/invitations': list('owner'),
  'GET /api/admin/invitations': list('owner'),
  'POST /api/admin/invitations': line('owner', 2, { status: 201, rows: 60, written: 16 }, () => ({
    json: { count: 2, uses: 1, days: 1 },
  })),
  'GET /api/admin/invitations/:id/codes.csv': list('owner', batch),
  'DELETE /api/admin/invitations/:id': line(
    'owner',
    3,
    { status: 204, rows: 40, written: 16 },
    batch,
  ),
}

async function invitation({ reader }: People): Promise<string> {
  return (await reader.post('/api/invitations', { uses: 1, days: 1 })).json.code
}

async function batch({ owner }: People): Promise<number> {
  return (await owner.post('/api/admin/invitations', { count: 2, uses: 1, days: 1 })).json.id
}
