import { PASSWORD } from '#test/world.ts'
import { notMeToken, tokenOf } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

const email = () => `${crypto.randomUUID()}@example.com`

/** Routes for password reset and e-mail verification. */
export const RECOVERY_ROUTES: Record<string, RouteLine> = {
  'GET /forgot': { access: 'public', trips: 0 },
  'POST /forgot': { access: 'anyone', status: 303, trips: 2, written: 1, sent: () => ({ form: { email: email() } }) },
  'GET /reset': { access: 'public', status: 401, because: 'no token', trips: 1 },
  'POST /reset': {
    access: 'anyone',
    status: 303,
    trips: 2,
    written: 9,
    sent: async (people) => ({ form: { token: await tokenOf(people, 'reset'), new_password: PASSWORD } }),
  },
  'GET /verify': { access: 'public', status: 401, because: 'no token', trips: 1 },
  'POST /verify': {
    access: 'anyone',
    status: 303,
    trips: 2,
    rows: 40,
    written: 5,
    sent: async (people) => ({ form: { token: await tokenOf(people, 'verify') }, by: people.member }),
  },
  'GET /unsubscribe': { access: 'public', status: 404, because: 'no token', trips: 0 },
  'POST /unsubscribe': { access: 'public', status: 404, because: 'no token', trips: 0 },
  'GET /api/settings/notice-mail': { access: 'signedIn', trips: 2 },
  'PUT /api/settings/notice-mail': {
    access: 'member',
    trips: 3,
    written: 3,
    sent: async ({ world }) => ({
      json: { comment: 'digest' },
      by: await world.member({ isVerified: true }),
    }),
  },
  'GET /not-me': { access: 'public', status: 401, because: 'no token', trips: 1 },
  'POST /not-me': {
    access: 'anyone',
    status: 303,
    trips: 1,
    rows: 35,
    written: 9,
    sent: async (people) => ({ form: { token: (await notMeToken(people)).token } }),
  },
  'POST /api/auth/forgot-password': {
    access: 'anyone',
    status: 202,
    trips: 2,
    written: 1,
    sent: ({ member }) => ({ json: { email: member.user?.email } }),
  },
  'POST /api/auth/reset-password': {
    access: 'anyone',
    status: 204,
    trips: 2,
    written: 9,
    sent: async (people) => ({ json: { token: await tokenOf(people, 'reset'), new_password: PASSWORD } }),
  },
  'POST /api/auth/verify-email': {
    access: 'anyone',
    trips: 1,
    rows: 36,
    written: 5,
    sent: async (people) => ({ json: { token: await tokenOf(people, 'verify') }, by: people.member }),
  },
  'POST /api/settings/email/verify': {
    access: 'member',
    status: 202,
    trips: 2,
    written: 9,
    sent: async ({ world }) => ({ by: await world.member() }),
  },
  'PUT /api/settings/email': {
    access: 'member',
    status: 202,
    trips: 3,
    rows: 32,
    written: 18,
    sent: () => ({ json: { email: email(), password: PASSWORD } }),
  },
  'POST /api/admin/users/:uid/reset-link': {
    access: 'owner',
    status: 201,
    trips: 2,
    written: 11,
    sent: ({ member }) => ({ path: `/api/admin/users/${member.uid}/reset-link` }),
  },
  'DELETE /api/admin/users/:uid/second-factor': {
    access: 'owner',
    status: 204,
    trips: 3,
    written: 14,
    sent: ({ member }) => ({ path: `/api/admin/users/${member.uid}/second-factor` }),
  },
  'GET /api/settings/security-links': { access: 'signedIn', trips: 2 },
  'DELETE /api/settings/security-links/:id': {
    access: 'member',
    status: 204,
    trips: 3,
    written: 4,
    sent: async (people) => ({ path: `/api/settings/security-links/${(await notMeToken(people)).hash}` }),
  },
}
