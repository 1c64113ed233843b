import { accessToken } from './props.ts'
import type { RouteLine } from './route-line.ts'

/** What else opens an account: tokens of programs. */
export const FACTOR_ROUTES: Record<string, RouteLine> = {
  'GET /api/settings/tokens': { access: 'signedIn', status: 200, trips: 2 },
  'POST /api/settings/tokens': {
    access: 'member',
    status: 201,
    trips: 2,
    written: 4,
    sent: () => ({
      path: '/api/settings/tokens',
      json: { name: 'for the budget', scope: 'write', expires_in_days: 30 },
    }),
  },
  'DELETE /api/settings/tokens/:id': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 3,
    sent: async (cast) => ({ path: `/api/settings/tokens/${await accessToken(cast)}` }),
  },
}
