import { followed } from './props.ts'
import type { RouteLine } from './route-line.ts'

/** What readers do about those who disturb them; what admins do is in admin.ts. */
export const PEACE_ROUTES: Record<string, RouteLine> = {
  'POST /api/users/:uid/block': {
    access: 'member',
    status: 200,
    trips: 2,
    written: 16,
    as: 'reader',
    sent: async (cast) => ({ path: `/api/users/${await followed(cast)}/block` }),
  },
  'GET /api/settings/blocks': {
    access: 'signedIn',
    status: 200,
    trips: 2,
    as: 'reader',
    sent: async ({ reader, author }) => {
      await reader.post(`/api/users/${author.uid}/block`)
      return { path: '/api/settings/blocks' }
    },
  },
  'POST /api/reports': {
    access: 'member',
    status: 201,
    trips: 3,
    written: 12,
    as: 'reader',
    sent: ({ author }) => ({ path: '/api/reports', json: { post_id: author.approved, reason: 'spam', text: 'Look.' } }),
  },
}
