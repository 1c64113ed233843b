import { filledFolder } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

/** Routes for favourites and folders. */
export const FAVORITE_ROUTES: Record<string, RouteLine> = {
  'GET /api/posts/:id/folder-status': { access: 'public', trips: 1 },
  'POST /api/posts/:id/favorite': { access: 'member', trips: 1, rows: 60, written: 13, as: 'reader' },
  'GET /api/folders': { access: 'signedIn', trips: 2, as: 'reader' },
  'POST /api/folders': {
    access: 'member',
    status: 201,
    trips: 3,
    written: 3,
    as: 'reader',
    sent: () => ({ json: { name: 'for the budget' } }),
  },
  'PUT /api/folders/:id': {
    access: 'member',
    trips: 2,
    written: 1,
    as: 'reader',
    sent: () => ({ json: { public: false } }),
  },
  'DELETE /api/folders/:id': { access: 'member', status: 204, trips: 1, written: 1, as: 'reader' },
  'GET /api/folders/:id/posts': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/api/folders/${await filledFolder(people)}/posts` }),
  },
  'POST /api/folders/:id/posts': {
    access: 'member',
    status: 201,
    trips: 1,
    rows: 60,
    written: 9,
    as: 'reader',
    sent: ({ author }) => ({ json: { post_id: author.approved } }),
  },
  'DELETE /api/folders/:id/posts/:postId': {
    access: 'member',
    status: 204,
    trips: 1,
    written: 6,
    as: 'reader',
    sent: async (people) => ({ path: `/api/folders/${await filledFolder(people)}/posts/${people.author.approved}` }),
  },
}
