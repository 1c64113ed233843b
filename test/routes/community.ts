import { PNG } from '#test/pictures.ts'
import { answered, followed } from './props.ts'
import type { RouteLine } from './route-line.ts'

/** What readers do with posts and with each other. */
export const COMMUNITY_ROUTES: Record<string, RouteLine> = {
  'GET /posts/:id/comments': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/posts/${author.approved}/comments` }),
  },
  'GET /posts/:id/comments/:comment_id': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (cast) => ({ path: `/posts/${cast.author.approved}/comments/${await answered(cast)}` }),
  },
  'GET /api/posts/:id/comments': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/comments` }),
  },
  'GET /api/posts/:id/comments/:root_id/replies': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (cast) => ({ path: `/api/posts/${cast.author.approved}/comments/${await answered(cast)}/replies` }),
  },
  'POST /api/posts/:id/comments': {
    access: 'member',
    status: 201,
    trips: 3,
    rows: 40,
    written: 9,
    as: 'reader',
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/comments`, json: { body: 'for the @budget' } }),
  },
  'POST /api/comments/:id/reply': {
    access: 'member',
    status: 201,
    trips: 3,
    rows: 60,
    written: 11,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/comments/${reader.comment}/reply`, json: { body: 'for the budget' } }),
  },
  'DELETE /api/comments/:id': {
    access: 'member',
    status: 204,
    trips: 3,
    written: 5,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/comments/${reader.comment}` }),
  },
  'POST /api/comments/upload-image': {
    access: 'member',
    status: 201,
    trips: 2,
    written: 5,
    as: 'reader',
    sent: () => ({ path: '/api/comments/upload-image', file: PNG }),
  },
  'GET /api/users/search': {
    access: 'signedIn',
    status: 200,
    trips: 2,
    as: 'reader',
    sent: () => ({ path: '/api/users/search?q=a' }),
  },

  'GET /api/posts/:id/reaction': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/reaction` }),
  },
  'POST /api/posts/:id/like': {
    access: 'member',
    status: 200,
    trips: 2,
    written: 4,
    as: 'reader',
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/like` }),
  },
  'POST /api/posts/:id/dislike': {
    access: 'member',
    status: 200,
    trips: 2,
    written: 3,
    as: 'reader',
    sent: ({ author }) => ({ path: `/api/posts/${author.approved}/dislike` }),
  },

  'GET /api/users/:uid/follow-status': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/api/users/${author.uid}/follow-status` }),
  },
  'GET /api/users/:uid/followers': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (cast) => ({ path: `/api/users/${await followed(cast)}/followers` }),
  },
  'GET /api/users/:uid/following': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/api/users/${author.uid}/following` }),
  },
  'POST /api/users/:uid/follow': {
    access: 'member',
    status: 200,
    trips: 3,
    written: 12,
    as: 'member',
    sent: ({ author }) => ({ path: `/api/users/${author.uid}/follow` }),
  },

  'POST /api/energy/energize': {
    access: 'member',
    status: 200,
    trips: 3,
    rows: 70,
    written: 19,
    as: 'reader',
    sent: ({ author }) => ({ path: '/api/energy/energize', json: { post_id: author.approved, form: 'light' } }),
  },
  'POST /api/energize': {
    access: 'member',
    status: 200,
    trips: 3,
    rows: 70,
    written: 19,
    as: 'reader',
    sent: ({ author }) => ({ path: '/api/energize', json: { post_id: author.approved, form: 'heavy' } }),
  },
  'PUT /api/space/privacy': {
    access: 'member',
    status: 200,
    trips: 2,
    written: 1,
    sent: () => ({ path: '/api/space/privacy', json: { followers_public: false } }),
  },

  'GET /api/studio/overview': { access: 'signedIn', status: 200, trips: 2, as: 'author' },
  'GET /api/studio/trends': {
    access: 'signedIn',
    status: 200,
    trips: 2,
    as: 'author',
    sent: () => ({ path: '/api/studio/trends?range=90d' }),
  },
}
