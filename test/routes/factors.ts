import { PASSWORD } from '#test/world.ts'
import {
  accessToken,
  factor,
  loginWithCode,
  loginWithPasskey,
  newPasskey,
  passkey,
  removalOfFactor,
} from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

/** Routes for two-step verification, passkeys and access tokens. */
export const FACTOR_ROUTES: Record<string, RouteLine> = {
  'POST /api/auth/login/verify': {
    access: 'anyone',
    trips: 2,
    rows: 39,
    written: 12,
    sent: async (people) => ({ json: await loginWithCode(people) }),
  },
  'POST /api/settings/totp': { access: 'member', trips: 3, written: 2, sent: () => ({ json: { password: PASSWORD } }) },
  'POST /api/settings/totp/confirm': {
    access: 'member',
    trips: 3,
    rows: 66,
    written: 23,
    sent: async (people) => ({ json: { code: await (await factor(people)).code() } }),
  },
  'DELETE /api/settings/totp': {
    access: 'member',
    status: 204,
    trips: 3,
    rows: 50,
    written: 24,
    sent: async (people) => ({ json: await removalOfFactor(people) }),
  },
  'POST /api/auth/passkey/options': { access: 'anyone', trips: 0 },
  'POST /api/auth/passkey': {
    access: 'anyone',
    trips: 2,
    rows: 40,
    written: 9,
    sent: async (people) => ({ json: await loginWithPasskey(people) }),
  },
  'POST /api/auth/confirm': {
    access: 'member',
    status: 204,
    trips: 3,
    written: 1,
    sent: () => ({ json: { password: PASSWORD } }),
  },
  'GET /api/settings/passkeys': { access: 'signedIn', trips: 2 },
  'POST /api/settings/passkeys/options': { access: 'member', trips: 3, sent: () => ({ json: { password: PASSWORD } }) },
  'POST /api/settings/passkeys': {
    access: 'member',
    status: 201,
    trips: 2,
    written: 17,
    sent: async (people) => ({ json: await newPasskey(people) }),
  },
  'PUT /api/settings/passkeys/:id': {
    access: 'member',
    trips: 2,
    written: 1,
    sent: async (people) => ({
      path: `/api/settings/passkeys/${(await passkey(people)).id}`,
      json: { name: 'another' },
    }),
  },
  'DELETE /api/settings/passkeys/:id': {
    access: 'member',
    status: 204,
    trips: 4,
    rows: 35,
    written: 13,
    sent: async (people) => ({
      path: `/api/settings/passkeys/${(await passkey(people)).id}`,
      json: { password: PASSWORD },
    }),
  },
  'GET /api/settings/tokens': { access: 'signedIn', trips: 2 },
  'POST /api/settings/tokens': {
    access: 'member',
    status: 201,
    trips: 3,
    written: 16,
    sent: () => ({ json: { name: 'for the budget', scope: 'write', expires_in_days: 30 } }),
  },
  'DELETE /api/settings/tokens/:id': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 3,
    sent: async (people) => ({ path: `/api/settings/tokens/${await accessToken(people)}` }),
  },
}
