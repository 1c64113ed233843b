import { PNG } from '#test/images.ts'
import { device } from '#test/push.ts'
import { PASSWORD } from '#test/world.ts'
import { exported, followed, notice, tokenToRestore } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

/** Routes for the viewer's own account. */
export const ACCOUNT_ROUTES: Record<string, RouteLine> = {
  'GET /api/auth/csrf': { access: 'public', trips: 0 },
  'POST /api/auth/check-email': {
    access: 'anyone',
    trips: 1,
    sent: () => ({ json: { email: 'somebody@example.com' } }),
  },
  'POST /api/auth/register': {
    access: 'anyone',
    status: 201,
    trips: 3,
    rows: 48,
    written: 26,
    sent: () => ({ json: { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD } }),
  },
  'POST /api/auth/login': {
    access: 'anyone',
    trips: 2,
    rows: 40,
    written: 8,
    sent: ({ member }) => ({ json: { email: member.user?.email, password: PASSWORD } }),
  },
  'POST /api/auth/confirm-restore': {
    access: 'anyone',
    trips: 3,
    rows: 36,
    written: 9,
    sent: async (people) => ({ json: { restore_token: await tokenToRestore(people) } }),
  },
  'POST /api/claim-owner': {
    access: 'member',
    status: 409,
    because: 'the people has an owner, and a link makes only the first',
    trips: 4,
    // Before its first entry the audit log has no row in sqlite_sequence. Even an INSERT without rows creates that row,
    // once.
    written: 1,
    sent: () => ({ json: { token: 'a token' } }),
  },
  'POST /api/auth/logout': { access: 'anyone', status: 204, trips: 1, written: 1, as: 'member' },
  'POST /api/auth/refresh': { access: 'anyone', trips: 2, written: 2, as: 'member' },
  'PUT /api/settings/password': {
    access: 'member',
    status: 204,
    trips: 3,
    rows: 36,
    written: 14,
    sent: () => ({ json: { current_password: PASSWORD, new_password: PASSWORD } }),
  },
  'POST /api/settings/delete-account': {
    access: 'member',
    trips: 3,
    written: 4,
    sent: () => ({ json: { password: PASSWORD } }),
  },
  'PUT /api/settings/profile': {
    access: 'member',
    trips: 3,
    rows: 78,
    written: 22,
    sent: () => ({ json: { username: `n${Date.now()}`, signature: 'for the budget' } }),
  },
  'POST /api/settings/avatar': { access: 'member', trips: 4, rows: 53, written: 17, sent: () => ({ file: PNG }) },
  'GET /api/settings/audit-status': { access: 'signedIn', trips: 2 },
  'GET /api/settings/sessions': { access: 'signedIn', trips: 2 },
  'POST /api/settings/sessions/destroy-others': { access: 'member', trips: 2, written: 1 },
  'DELETE /api/settings/sessions/:sid': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 1,
    sent: ({ otherSid }) => ({ path: `/api/settings/sessions/${otherSid}` }),
  },
  'PUT /api/settings/sessions/:sid/remark': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 1,
    sent: ({ member }) => ({ path: `/api/settings/sessions/${member.sid}/remark`, json: { remark: 'here' } }),
  },
  'GET /api/settings/export': { access: 'signedIn', trips: 3, rows: 200 },
  'GET /api/settings/export.zip': { access: 'signedIn', trips: 3, rows: 200 },
  'GET /api/settings/export-ghost.zip': { access: 'signedIn', trips: 3, rows: 200 },
  'GET /api/settings/exports/:id': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: async (people) => ({ path: `/api/settings/exports/${await exported(people)}` }),
  },
  'GET /api/settings/exports/:id/file': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: async (people) => ({ path: `/api/settings/exports/${await exported(people)}/file` }),
  },
  'GET /api/settings/notify-prefs': { access: 'signedIn', trips: 1 },
  'PUT /api/settings/notify-prefs': {
    access: 'member',
    trips: 2,
    written: 1,
    sent: () => ({ json: { kind: 'like', enabled: false } }),
  },
  'GET /api/settings/reading': { access: 'signedIn', trips: 1 },
  'PUT /api/settings/reading': { access: 'member', trips: 1, written: 1, sent: () => ({ json: { hides_ai: true } }) },
  'GET /api/settings/fediverse': { access: 'signedIn', trips: 2 },
  'PUT /api/settings/fediverse': {
    access: 'member',
    trips: 3,
    written: 1,
    sent: () => ({ json: { address: '@ada@mastodon.example' } }),
  },
  'GET /api/settings/time-zone': { access: 'signedIn', trips: 1 },
  'PUT /api/settings/time-zone': {
    access: 'member',
    trips: 2,
    written: 1,
    sent: () => ({ json: { time_zone: 'Europe/Berlin' } }),
  },
  'GET /api/messages': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /api/messages/unread': { access: 'signedIn', trips: 2, as: 'author' },
  'POST /api/messages/:id/read': {
    access: 'member',
    status: 204,
    trips: 1,
    written: 2,
    as: 'author',
    sent: async (people) => ({ path: `/api/messages/${await notice(people)}/read` }),
  },
  'GET /api/push/key': { access: 'signedIn', trips: 4, written: 1, as: 'author' },
  'PUT /api/push/subscription': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 8,
    as: 'author',
    sent: async () => ({ json: await device() }),
  },
  'DELETE /api/push/subscription': { access: 'member', status: 204, trips: 2, written: 6, as: 'author' },
  'POST /api/push/test': {
    access: 'member',
    status: 202,
    trips: 2,
    written: 6,
    as: 'author',
    sent: async ({ author }) => {
      await author.put('/api/push/subscription', await device())
      return {}
    },
  },
  'GET /api/push/notices/:id': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: async (people) => ({ path: `/api/push/notices/${await notice(people)}` }),
  },
  'POST /api/messages/read-all': { access: 'member', trips: 2, written: 2, as: 'author' },
  'POST /api/level/checkin': {
    access: 'member',
    trips: 2,
    written: 7,
    sent: async ({ world }) => ({ by: await world.member({ level: 1 }) }),
  },
  'GET /api/level/info': { access: 'signedIn', trips: 2 },
  'GET /api/energy/info': { access: 'signedIn', trips: 2 },
  'GET /api/energy/logs': { access: 'signedIn', trips: 2 },
  'POST /api/users/:uid/block': {
    access: 'member',
    trips: 1,
    written: 16,
    as: 'reader',
    sent: async (people) => ({ path: `/api/users/${await followed(people)}/block` }),
  },
  'GET /api/settings/blocks': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: async ({ reader, author }) => {
      await reader.post(`/api/users/${author.uid}/block`)
      return {}
    },
  },
  'POST /api/reports': {
    access: 'member',
    status: 201,
    trips: 3,
    rows: 35,
    written: 13,
    as: 'reader',
    sent: ({ author }) => ({ json: { post_id: author.approved, reason: 'spam', text: 'Look.' } }),
  },
}
