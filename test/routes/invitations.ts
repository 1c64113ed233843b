import { list } from './admin.ts'
import type { People, RouteLine } from './route-line.ts'

/** Routes for invitations and the challenge before registration. */
export const INVITATION_ROUTES: Record<string, RouteLine> = {
  'GET /api/auth/challenge': { access: 'public', trips: 0 },
  'GET /api/invitations': { access: 'signedIn', trips: 2, as: 'reader' },
  'POST /api/invitations': {
    access: 'member',
    status: 201,
    trips: 2,
    written: 6,
    as: 'reader',
    sent: () => ({ json: { uses: 1, days: 1 } }),
  },
  'DELETE /api/invitations/:code': {
    access: 'member',
    status: 204,
    trips: 2,
    written: 6,
    as: 'reader',
    sent: async (people) => ({ path: `/api/invitations/${await invitation(people)}` }),
  },
  'GET /admin/invitations': list('owner'),
  'GET /api/admin/invitations': list('owner'),
  'POST /api/admin/invitations': {
    access: 'owner',
    status: 201,
    trips: 2,
    rows: 60,
    written: 16,
    sent: () => ({ json: { count: 2, uses: 1, days: 1 } }),
  },
  'GET /api/admin/invitations/:id/codes.csv': {
    ...list('owner'),
    sent: async (people) => ({ path: `/api/admin/invitations/${await batch(people)}/codes.csv` }),
  },
  'DELETE /api/admin/invitations/:id': {
    access: 'owner',
    status: 204,
    trips: 3,
    rows: 40,
    written: 16,
    sent: async (people) => ({ path: `/api/admin/invitations/${await batch(people)}` }),
  },
}

async function invitation({ reader }: People): Promise<string> {
  return (await reader.post('/api/invitations', { uses: 1, days: 1 })).json.code
}

async function batch({ owner }: People): Promise<number> {
  return (await owner.post('/api/admin/invitations', { count: 2, uses: 1, days: 1 })).json.id
}
