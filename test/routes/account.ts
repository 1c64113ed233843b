import { PNG } from '#test/images.ts'
import { device } from '#test/push.ts'
import { PASSWORD } from '#test/world.ts'
import {
  accessToken,
  exported,
  factor,
  followed,
  loginWithCode,
  loginWithPasskey,
  newPasskey,
  notice,
  notMeToken,
  passkey,
  removalOfFactor,
  tokenOf,
  tokenToRestore,
} from './fixtures.ts'
import { line, type RouteLine } from './route-line.ts'

const email = () => `${crypto.randomUUID()}@example.com`
const newAccount = () => ({ email: email(), password: PASSWORD })

/**
 * Routes for the viewer's own account: settings, recovery, factors, and the forms that browsers
 * send without JavaScript.
 */
export const ACCOUNT_ROUTES: Record<string, RouteLine> = {
  'GET /api/auth/csrf': line('public', 0),
  'POST /api/auth/check-email': line('anyone', 1, {}, () => ({
    json: { email: 'unknown@example.com' },
  })),
  'POST /api/auth/register': line('anyone', 3, { status: 201, rows: 48, written: 26 }, () => ({
    json: newAccount(),
  })),
  'POST /api/auth/login': line('anyone', 2, { rows: 40, written: 8 }, ({ member }) => ({
    json: { email: member.user?.email, password: PASSWORD },
  })),
  'POST /api/auth/confirm-restore': line('anyone', 3, { rows: 36, written: 9 }, async (people) => ({
    json: { restore_token: await tokenToRestore(people) },
  })),
  // Before its first entry the audit log has no row in sqlite_sequence. Even an INSERT without rows
  // creates that row, once.
  'POST /api/claim-owner': line(
    'member',
    4,
    { status: 409, because: 'the site has an owner, and a link makes only the first', written: 1 },
    () => ({ json: { token: 'a token' } }),
  ),
  'POST /api/auth/logout': line('anyone', 1, { status: 204, written: 1, as: 'member' }),
  'POST /api/auth/refresh': line('anyone', 2, { written: 2, as: 'member' }),
  'PUT /api/settings/password': line('member', 3, { status: 204, rows: 39, written: 14 }, () => ({
    json: { current_password: PASSWORD, new_password: PASSWORD },
  })),
  'POST /api/settings/delete-account': line('member', 3, { written: 4 }, () => ({
    json: { password: PASSWORD },
  })),
  'PUT /api/settings/profile': line('member', 3, { rows: 82, written: 22 }, () => ({
    json: { username: `n${Date.now()}`, signature: 'for the budget' },
  })),
  'POST /api/settings/avatar': line('member', 4, { rows: 53, written: 17 }, () => ({ file: PNG })),
  'GET /api/settings/audit-status': line('signedIn', 2),
  'GET /api/settings/sessions': line('signedIn', 2),
  'POST /api/settings/sessions/destroy-others': line('member', 2, { written: 1 }),
  'DELETE /api/settings/sessions/:sid': line(
    'member',
    2,
    { status: 204, written: 1 },
    ({ otherSid }) => otherSid,
  ),
  'PUT /api/settings/sessions/:sid/remark': line(
    'member',
    2,
    { status: 204, written: 1 },
    ({ member }) => ({
      path: `/api/settings/sessions/${member.sid}/remark`,
      json: { remark: 'here' },
    }),
  ),
  'GET /api/settings/export': line('signedIn', 3, { rows: 200 }),
  'GET /api/settings/export.zip': line('signedIn', 3, { rows: 200 }),
  'GET /api/settings/export-ghost.zip': line('signedIn', 3, { rows: 200 }),
  'GET /api/settings/exports/:id': line('signedIn', 2, { as: 'reader' }, exported),
  'GET /api/settings/exports/:id/file': line('signedIn', 2, { as: 'reader' }, exported),
  'GET /api/settings/notify-prefs': line('signedIn', 1),
  'PUT /api/settings/notify-prefs': line('member', 2, { written: 1 }, () => ({
    json: { kind: 'like', enabled: false },
  })),
  'GET /api/settings/reading': line('signedIn', 1),
  'PUT /api/settings/reading': line('member', 1, { written: 1 }, () => ({
    json: { hides_ai: true },
  })),
  'GET /api/settings/fediverse': line('signedIn', 2),
  'PUT /api/settings/fediverse': line('member', 3, { written: 1 }, () => ({
    json: { address: '@ada@mastodon.example' },
  })),
  'GET /api/settings/time-zone': line('signedIn', 1),
  'PUT /api/settings/time-zone': line('member', 2, { written: 1 }, () => ({
    json: { time_zone: 'Europe/Berlin' },
  })),
  'GET /api/messages': line('signedIn', 2, { as: 'author' }),
  'GET /api/messages/unread': line('signedIn', 2, { as: 'author' }),
  'POST /api/messages/:id/read': line(
    'member',
    1,
    { status: 204, written: 2, as: 'author' },
    notice,
  ),
  'GET /api/push/key': line('signedIn', 4, { written: 1, as: 'author' }),
  'PUT /api/push/subscription': line(
    'member',
    2,
    { status: 204, written: 8, as: 'author' },
    async () => ({
      json: await device(),
    }),
  ),
  'DELETE /api/push/subscription': line('member', 2, { status: 204, written: 6, as: 'author' }),
  'POST /api/push/test': line(
    'member',
    2,
    { status: 202, written: 6, as: 'author' },
    async ({ author }) => {
      await author.put('/api/push/subscription', await device())
      return {}
    },
  ),
  'GET /api/push/notices/:id': line('signedIn', 2, { as: 'author' }, notice),
  'POST /api/messages/read-all': line('member', 2, { written: 2, as: 'author' }),
  'POST /api/level/checkin': line('member', 2, { written: 7 }, async ({ world }) => ({
    by: await world.member({ level: 1 }),
  })),
  'GET /api/level/info': line('signedIn', 2),
  'GET /api/energy/info': line('signedIn', 2),
  'GET /api/energy/logs': line('signedIn', 2),
  'POST /api/users/:uid/block': line('member', 1, { written: 16, as: 'reader' }, followed),
  'GET /api/settings/blocks': line('signedIn', 2, { as: 'reader' }, async ({ reader, author }) => {
    await reader.post(`/api/users/${author.uid}/block`)
    return {}
  }),
  'POST /api/reports': line(
    'member',
    3,
    { status: 201, rows: 35, written: 13, as: 'reader' },
    ({ author }) => ({
      json: { post_id: author.approved, reason: 'spam', text: 'Look.' },
    }),
  ),

  'GET /forgot': line('public', 0),
  'POST /forgot': line('anyone', 2, { status: 303, written: 1 }, () => ({
    form: { email: email() },
  })),
  'GET /reset': line('public', 1, { status: 401, because: 'no token' }),
  'POST /reset': line('anyone', 2, { status: 303, rows: 31, written: 9 }, async (people) => ({
    form: { token: await tokenOf(people, 'reset'), new_password: PASSWORD },
  })),
  'GET /verify': line('public', 1, { status: 401, because: 'no token' }),
  'POST /verify': line('anyone', 2, { status: 303, rows: 40, written: 5 }, async (people) => ({
    form: { token: await tokenOf(people, 'verify') },
    by: people.member,
  })),
  'GET /unsubscribe': line('public', 0, { status: 404, because: 'no token' }),
  'POST /unsubscribe': line('public', 0, { status: 404, because: 'no token' }),
  'GET /api/settings/notice-mail': line('signedIn', 2),
  'PUT /api/settings/notice-mail': line('member', 3, { written: 3 }, async ({ world }) => ({
    json: { comment: 'digest' },
    by: await world.member({ isVerified: true }),
  })),
  'GET /not-me': line('public', 1, { status: 401, because: 'no token' }),
  'POST /not-me': line('anyone', 1, { status: 303, rows: 35, written: 9 }, async (people) => ({
    form: { token: (await notMeToken(people)).token },
  })),
  'POST /api/auth/forgot-password': line(
    'anyone',
    2,
    { status: 202, written: 1 },
    ({ member }) => ({
      json: { email: member.user?.email },
    }),
  ),
  'POST /api/auth/reset-password': line(
    'anyone',
    2,
    { status: 204, rows: 31, written: 9 },
    async (people) => ({
      json: { token: await tokenOf(people, 'reset'), new_password: PASSWORD },
    }),
  ),
  'POST /api/auth/verify-email': line('anyone', 1, { rows: 36, written: 5 }, async (people) => ({
    json: { token: await tokenOf(people, 'verify') },
    by: people.member,
  })),
  'POST /api/settings/email/verify': line(
    'member',
    2,
    { status: 202, written: 9 },
    async ({ world }) => ({
      by: await world.member(),
    }),
  ),
  'PUT /api/settings/email': line('member', 3, { status: 202, rows: 32, written: 18 }, () => ({
    json: { email: email(), password: PASSWORD },
  })),
  'POST /api/admin/users/:uid/reset-link': line('owner', 2, { status: 201, written: 11 }),
  'DELETE /api/admin/users/:uid/second-factor': line('owner', 3, { status: 204, written: 14 }),
  'GET /api/settings/security-links': line('signedIn', 2),
  'DELETE /api/settings/security-links/:id': line(
    'member',
    3,
    { status: 204, written: 4 },
    async (people) => (await notMeToken(people)).hash,
  ),

  'POST /api/auth/login/verify': line('anyone', 2, { rows: 39, written: 12 }, async (people) => ({
    json: await loginWithCode(people),
  })),
  'POST /api/settings/totp': line('member', 3, { written: 2 }, () => ({
    json: { password: PASSWORD },
  })),
  'POST /api/settings/totp/confirm': line(
    'member',
    3,
    { rows: 66, written: 23 },
    async (people) => ({
      json: { code: await (await factor(people)).code() },
    }),
  ),
  'DELETE /api/settings/totp': line(
    'member',
    3,
    { status: 204, rows: 50, written: 24 },
    async (people) => ({
      json: await removalOfFactor(people),
    }),
  ),
  'POST /api/auth/passkey/options': line('anyone', 0),
  'POST /api/auth/passkey': line('anyone', 2, { rows: 40, written: 9 }, async (people) => ({
    json: await loginWithPasskey(people),
  })),
  'POST /api/auth/confirm': line('member', 3, { status: 204, written: 1 }, () => ({
    json: { password: PASSWORD },
  })),
  'GET /api/settings/passkeys': line('signedIn', 2),
  'POST /api/settings/passkeys/options': line('member', 3, {}, () => ({
    json: { password: PASSWORD },
  })),
  'POST /api/settings/passkeys': line(
    'member',
    2,
    { status: 201, written: 17 },
    async (people) => ({
      json: await newPasskey(people),
    }),
  ),
  'PUT /api/settings/passkeys/:id': line('member', 2, { written: 1 }, async (people) => ({
    path: `/api/settings/passkeys/${(await passkey(people)).id}`,
    json: { name: 'another' },
  })),
  'DELETE /api/settings/passkeys/:id': line(
    'member',
    4,
    { status: 204, rows: 35, written: 13 },
    async (people) => ({
      path: `/api/settings/passkeys/${(await passkey(people)).id}`,
      json: { password: PASSWORD },
    }),
  ),
  'GET /api/settings/tokens': line('signedIn', 2),
  'POST /api/settings/tokens': line('member', 3, { status: 201, written: 16 }, () => ({
    json: { name: 'for the budget', scope: 'write', expires_in_days: 30 },
  })),
  'DELETE /api/settings/tokens/:id': line('member', 2, { status: 204, written: 3 }, accessToken),

  'POST /login': line('anyone', 2, { status: 303, rows: 40, written: 8 }, ({ member }) => ({
    form: { email: member.user?.email ?? '', password: PASSWORD },
  })),
  'POST /login/code': line('anyone', 2, { status: 303, rows: 39, written: 12 }, async (people) => ({
    form: await loginWithCode(people),
  })),
  'POST /register': line('anyone', 3, { status: 303, rows: 50, written: 26 }, () => ({
    form: newAccount(),
  })),
  'POST /restore': line('anyone', 2, { status: 303, rows: 36, written: 9 }, async (people) => ({
    form: { restore_token: await tokenToRestore(people) },
  })),
  'POST /welcome': line('member', 2, { status: 303, written: 2, as: 'member' }, ({ author }) => ({
    form: { interest: author.tag },
  })),
  'POST /logout': line('anyone', 2, { status: 303, written: 1, as: 'member' }, () => ({
    form: {},
  })),
  'POST /space/:uid': line('member', 2, { status: 303, written: 12, as: 'member' }, () => ({
    form: {},
  })),
  'GET /report/:kind/:id': line(
    'signedIn',
    2,
    { as: 'reader' },
    ({ author }) => `/report/post/${author.approved}`,
  ),
  'POST /report/:kind/:id': line(
    'member',
    3,
    { status: 303, rows: 32, written: 13, as: 'reader' },
    ({ author }) => ({
      path: `/report/post/${author.approved}?next=/posts`,
      form: { reason: 'spam', text: '' },
    }),
  ),
  'POST /look': line('anyone', 0, { status: 303 }, () => ({ form: { lang: 'en' } })),
  'GET /list-language': line(
    'public',
    0,
    { status: 302 },
    () => '/list-language?reads=zh&next=/posts',
  ),
  'GET /look.css': line('public', 0),
}
