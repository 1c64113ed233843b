import type { RouteLine } from './table.ts'

/** What readers do with posts and with each other. */
export const COMMUNITY_ROUTES: Record<string, RouteLine> = {
  'GET /posts/:id/comments': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/posts/${reader.post}/comments` }),
  },
  'GET /posts/:id/comments/:comment_id': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/posts/${reader.post}/comments/${reader.comment}` }),
  },
  'GET /api/posts/:id/comments': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/comments` }),
  },
  'GET /api/posts/:id/comments/:root_id/replies': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/comments/${reader.comment}/replies` }),
  },
  'POST /api/posts/:id/comments': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/comments`, json: { body: 'for the @budget' } }),
  },
  'POST /api/comments/:id/reply': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/comments/${reader.comment}/reply`, json: { body: 'for the budget' } }),
  },
  'DELETE /api/comments/:id': {
    access: 'member',
    trips: 3,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/comments/${reader.comment}` }),
  },
  'POST /api/comments/upload-image': { access: 'member', trips: 2, as: 'reader' },
  'GET /api/users/search': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: () => ({ path: '/api/users/search?q=a' }),
  },

  'GET /api/posts/:id/reaction': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/reaction` }),
  },
  'POST /api/posts/:id/like': {
    access: 'member',
    trips: 3,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/like` }),
  },
  'POST /api/posts/:id/dislike': {
    access: 'member',
    trips: 3,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/dislike` }),
  },

  'GET /api/users/:uid/follow-status': {
    access: 'public',
    trips: 1,
    sent: ({ author }) => ({ path: `/api/users/${author.user?.uid}/follow-status` }),
  },
  'GET /api/users/:uid/followers': {
    access: 'public',
    trips: 1,
    sent: ({ author }) => ({ path: `/api/users/${author.user?.uid}/followers` }),
  },
  'GET /api/users/:uid/following': {
    access: 'public',
    trips: 1,
    sent: ({ author }) => ({ path: `/api/users/${author.user?.uid}/following` }),
  },
  'POST /api/users/:uid/follow': {
    access: 'member',
    trips: 3,
    as: 'reader',
    sent: ({ author }) => ({ path: `/api/users/${author.user?.uid}/follow` }),
  },

  'GET /api/posts/:id/folder-status': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/folder-status` }),
  },
  'POST /api/posts/:id/favorite': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/posts/${reader.post}/favorite` }),
  },
  'GET /api/folders': { access: 'signedIn', trips: 2, as: 'reader' },
  'POST /api/folders': {
    access: 'member',
    trips: 2,
    as: 'reader',
    sent: () => ({ path: '/api/folders', json: { name: 'for the budget' } }),
  },
  'PUT /api/folders/:id': {
    access: 'member',
    trips: 2,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/folders/${reader.folder}`, json: { public: true } }),
  },
  'DELETE /api/folders/:id': {
    access: 'member',
    trips: 2,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/folders/${reader.folder}` }),
  },
  'GET /api/folders/:id/posts': {
    access: 'public',
    trips: 1,
    sent: ({ reader }) => ({ path: `/api/folders/${reader.folder}/posts` }),
  },
  'POST /api/folders/:id/posts': {
    access: 'member',
    trips: 3,
    rows: 60,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/folders/${reader.folder}/posts`, json: { post_id: reader.post } }),
  },
  'DELETE /api/folders/:id/posts/:postId': {
    access: 'member',
    trips: 2,
    as: 'reader',
    sent: ({ reader }) => ({ path: `/api/folders/${reader.folder}/posts/${reader.post}` }),
  },

  'POST /api/energy/energize': {
    access: 'member',
    trips: 3,
    rows: 70,
    as: 'reader',
    sent: ({ reader }) => ({ path: '/api/energy/energize', json: { post_id: reader.post, form: 'light' } }),
  },
  'POST /api/energize': {
    access: 'member',
    trips: 3,
    rows: 70,
    as: 'reader',
    sent: ({ reader }) => ({ path: '/api/energize', json: { post_id: reader.post, form: 'heavy' } }),
  },
  'PUT /api/space/privacy': {
    access: 'member',
    trips: 2,
    sent: () => ({ path: '/api/space/privacy', json: { followers_public: false } }),
  },

  'GET /api/studio/overview': { access: 'signedIn', trips: 2, as: 'author' },
  'GET /api/studio/trends': {
    access: 'signedIn',
    trips: 2,
    as: 'author',
    sent: () => ({ path: '/api/studio/trends?range=90d' }),
  },
}
