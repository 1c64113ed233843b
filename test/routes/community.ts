import { PNG } from '#test/images.ts'
import { commentWithReply, filledFolder, followed, seriesOf } from './fixtures.ts'
import { line, type RouteLine } from './route-line.ts'

const energize = (form: 'light' | 'heavy') =>
  line('member', 3, { rows: 70, written: 11, as: 'reader' }, ({ author }) => ({
    json: { post_id: author.approved, form },
  }))

/** Routes for readers: reactions, comments, follows, reports. */
export const COMMUNITY_ROUTES: Record<string, RouteLine> = {
  'GET /posts/:id/comments': line('public', 1),
  'GET /posts/:id/comments/:comment_id': line('public', 1, {}, commentWithReply),
  'GET /api/posts/:id/comments': line('public', 1),
  'GET /api/posts/:id/comments/:root_id/replies': line('public', 1, {}, commentWithReply),
  'POST /api/posts/:id/comments': line(
    'member',
    3,
    { status: 201, rows: 51, written: 9, as: 'reader' },
    () => ({ json: { body: 'for the @budget' } }),
  ),
  'POST /api/comments/:id/reply': line(
    'member',
    3,
    { status: 201, rows: 60, written: 11, as: 'reader' },
    () => ({ json: { body: 'for the budget' } }),
  ),
  'GET /api/comments/:id': line('public', 1),
  'PUT /api/comments/:id': line('member', 3, { rows: 40, written: 2, as: 'reader' }, () => ({
    json: { body: 'for the budget, changed' },
  })),
  'POST /api/comments/:id/like': line('member', 1, { written: 4, as: 'reader' }),
  'DELETE /api/comments/:id': line('member', 3, { status: 204, written: 5, as: 'reader' }),
  'POST /api/comments/upload-image': line(
    'member',
    3,
    { status: 201, rows: 35, written: 6, as: 'reader' },
    () => ({
      file: PNG,
    }),
  ),
  'GET /api/users/search': line('signedIn', 2, { as: 'reader' }, () => '/api/users/search?q=a'),

  'GET /api/live': line('signedIn', 2, {
    status: 400,
    because:
      'only a WebSocket gets in, and a client of the tests has none: test/features/community/live has',
  }),
  'GET /api/posts/:id/live': line('public', 1, { status: 400, because: 'the same' }),
  'GET /api/posts/:id/reaction': line('public', 1),
  'POST /api/posts/:id/like': line('member', 1, { written: 4, as: 'reader' }),
  'POST /api/posts/:id/dislike': line('member', 1, { written: 3, as: 'reader' }),

  'GET /api/users/:uid/follow-status': line('public', 1),
  'GET /api/users/:uid/followers': line('public', 1, {}, followed),
  'GET /api/users/:uid/following': line('public', 1),
  'POST /api/users/:uid/follow': line('member', 1, { written: 12, as: 'member' }),

  'POST /api/tags/:tag/follow': line('member', 1, { written: 2, as: 'member' }),
  'POST /api/series/:id/follow': line('member', 1, { written: 3, as: 'member' }, seriesOf),
  'POST /tags/:tag': line('member', 2, { status: 303, written: 2, as: 'member' }, () => ({
    form: {},
  })),
  'POST /series/:id': line(
    'member',
    2,
    { status: 303, written: 3, as: 'member' },
    async (people) => ({
      path: `/series/${await seriesOf(people)}`,
      form: {},
    }),
  ),
  'GET /api/settings/follows': line('signedIn', 2, { as: 'reader' }),

  'POST /api/energy/energize': energize('light'),
  'POST /api/energize': energize('heavy'),
  'PUT /api/space/privacy': line('member', 1, { written: 1 }, () => ({
    json: { followers_public: false },
  })),

  'GET /api/studio/overview': line('signedIn', 2, { as: 'author' }),
  'GET /api/studio/trends': line(
    'signedIn',
    2,
    { as: 'author' },
    () => '/api/studio/trends?range=90d',
  ),

  'GET /api/studio/posts/:id/figures': line(
    'signedIn',
    2,
    { as: 'author' },
    ({ author }) => `/api/studio/posts/${author.approved}/figures?range=1y`,
  ),

  'GET /api/posts/:id/folder-status': line('public', 1),
  'POST /api/posts/:id/favorite': line('member', 1, { rows: 60, written: 13, as: 'reader' }),
  'GET /api/folders': line('signedIn', 2, { as: 'reader' }),
  'POST /api/folders': line('member', 3, { status: 201, written: 3, as: 'reader' }, () => ({
    json: { name: 'for the budget' },
  })),
  'PUT /api/folders/:id': line('member', 2, { written: 1, as: 'reader' }, () => ({
    json: { public: false },
  })),
  'DELETE /api/folders/:id': line('member', 1, { status: 204, written: 1, as: 'reader' }),
  'GET /api/folders/:id/posts': line('public', 1, {}, filledFolder),
  'POST /api/folders/:id/posts': line(
    'member',
    1,
    { status: 201, rows: 60, written: 9, as: 'reader' },
    ({ author }) => ({ json: { post_id: author.approved } }),
  ),
  'DELETE /api/folders/:id/posts/:postId': line(
    'member',
    1,
    { status: 204, written: 6, as: 'reader' },
    filledFolder,
  ),
}
