import { PNG } from '#test/images.ts'
import { commentWithReply, followed, seriesOf } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

/** Routes for readers: reactions, comments, follows, reports. */
export const COMMUNITY_ROUTES: Record<string, RouteLine> = {
  'GET /posts/:id/comments': { access: 'public', trips: 1 },
  'GET /posts/:id/comments/:comment_id': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/posts/${people.author.approved}/comments/${await commentWithReply(people)}` }),
  },
  'GET /api/posts/:id/comments': { access: 'public', trips: 1 },
  'GET /api/posts/:id/comments/:root_id/replies': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({
      path: `/api/posts/${people.author.approved}/comments/${await commentWithReply(people)}/replies`,
    }),
  },
  'POST /api/posts/:id/comments': {
    access: 'member',
    status: 201,
    trips: 2,
    rows: 42,
    written: 9,
    as: 'reader',
    hasRead: true,
    sent: () => ({ json: { body: 'for the @budget' } }),
  },
  'POST /api/comments/:id/reply': {
    access: 'member',
    status: 201,
    trips: 2,
    rows: 60,
    written: 11,
    as: 'reader',
    hasRead: true,
    sent: () => ({ json: { body: 'for the budget' } }),
  },
  'GET /api/comments/:id': { access: 'public', trips: 1 },
  'PUT /api/comments/:id': {
    access: 'member',
    trips: 2,
    rows: 40,
    written: 2,
    as: 'reader',
    sent: () => ({ json: { body: 'for the budget, anew' } }),
  },
  'POST /api/comments/:id/like': { access: 'member', trips: 1, written: 4, as: 'reader' },
  'DELETE /api/comments/:id': { access: 'member', status: 204, trips: 3, written: 5, as: 'reader' },
  'POST /api/comments/upload-image': {
    access: 'member',
    status: 201,
    trips: 3,
    rows: 35,
    written: 6,
    as: 'reader',
    sent: () => ({ file: PNG }),
  },
  'GET /api/users/search': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: () => ({ path: '/api/users/search?q=a' }),
  },

  'GET /api/live': {
    access: 'signedIn',
    status: 400,
    because: 'only a WebSocket gets in, and a client of the tests has none: test/features/community/live has',
    trips: 2,
  },
  'GET /api/posts/:id/live': { access: 'public', status: 400, because: 'the same', trips: 1 },
  'GET /api/posts/:id/reaction': { access: 'public', trips: 1 },
  'POST /api/posts/:id/like': { access: 'member', trips: 1, written: 4, as: 'reader' },
  'POST /api/posts/:id/dislike': { access: 'member', trips: 1, written: 3, as: 'reader' },

  'GET /api/users/:uid/follow-status': { access: 'public', trips: 1 },
  'GET /api/users/:uid/followers': {
    access: 'public',
    trips: 1,
    sent: async (people) => ({ path: `/api/users/${await followed(people)}/followers` }),
  },
  'GET /api/users/:uid/following': { access: 'public', trips: 1 },
  'POST /api/users/:uid/follow': { access: 'member', trips: 1, written: 12, as: 'member' },

  'POST /api/tags/:tag/follow': {
    access: 'member',
    trips: 1,
    written: 1,
    as: 'member',
    sent: ({ author }) => ({ path: `/api/tags/${encodeURIComponent(author.tag)}/follow` }),
  },
  'POST /api/series/:id/follow': {
    access: 'member',
    trips: 1,
    written: 3,
    as: 'member',
    sent: async (people) => ({ path: `/api/series/${await seriesOf(people)}/follow` }),
  },
  'GET /api/settings/follows': { access: 'signedIn', trips: 2, as: 'reader' },

  'POST /api/energy/energize': {
    access: 'member',
    trips: 2,
    rows: 70,
    written: 11,
    as: 'reader',
    hasRead: true,
    sent: ({ author }) => ({ json: { post_id: author.approved, form: 'light' } }),
  },
  'POST /api/energize': {
    access: 'member',
    trips: 2,
    rows: 70,
    written: 11,
    as: 'reader',
    hasRead: true,
    sent: ({ author }) => ({ json: { post_id: author.approved, form: 'heavy' } }),
  },
  'PUT /api/space/privacy': {
    access: 'member',
    trips: 1,
    written: 1,
    sent: () => ({ json: { followers_public: false } }),
  },

  'GET /api/studio/overview': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /api/studio/trends': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: () => ({ path: '/api/studio/trends?range=90d' }),
  },
}
