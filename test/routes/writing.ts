import { PNG } from '#test/images.ts'
import { rewrittenPost, seriesOf } from './fixtures.ts'
import { line, type People, type RouteLine } from './route-line.ts'

const draft = ({ author }: People) => author.draft
const pending = ({ author }: People) => author.pending
const deleted = ({ author }: People) => author.deleted

const LINES: Record<string, RouteLine> = {
  'GET /studio': line('signedIn', 1, { rows: 39 }),
  'GET /studio/posts': line('signedIn', 2, { rows: 37 }),
  'GET /studio/drafts': line('signedIn', 2),
  'GET /studio/analytics': line('signedIn', 2, { rows: 200 }),
  'GET /studio/import': line('signedIn', 2),
  'GET /studio/write': line('signedIn', 2, {}, ({ author }) => `/studio/write?id=${author.draft}`),
  'GET /studio/preview/:id': line('signedIn', 2, {}, draft),
  'GET /api/studio/posts': line('signedIn', 2),
  'GET /api/studio/posts/:id': line('signedIn', 2),
  'GET /api/studio/imports': line(
    'signedIn',
    2,
    {},
    () => `?keys=${encodeURIComponent('["a","b"]')}`,
  ),
  'POST /api/studio/posts': line('member', 3, { status: 201, rows: 60, written: 17 }, () => ({
    json: { title: 'a title', body: '<p>a text</p>', tags: ['a tag'] },
  })),
  'PUT /api/studio/posts/:id': line('member', 3, { rows: 60, written: 6 }, () => ({
    json: { title: 'another title' },
  })),
  // Two of the rows belong to the bin.
  'DELETE /api/studio/posts/:id': line('member', 3, { rows: 68, written: 17 }),
  'POST /api/studio/posts/:id/undelete': line('member', 3, { rows: 60, written: 14 }, deleted),
  'POST /api/studio/posts/:id/submit': line('member', 3, { rows: 68, written: 21 }),
  'POST /api/posts/:id/submit': line('member', 3, { rows: 68, written: 21 }, draft),
  'POST /api/studio/posts/submit': line('member', 3, { rows: 66, written: 21 }, ({ author }) => ({
    json: { ids: [author.draft] },
  })),
  'POST /api/studio/posts/:id/withdraw': line('member', 3, { rows: 60, written: 12 }, pending),
  'DELETE /api/studio/posts/:id/hold': line('member', 3, { written: 2 }, async ({ author }) => {
    await author.post(`/api/studio/posts/${author.draft}/submit`, { hold: 60 })
    return author.draft
  }),
  'POST /api/studio/posts/:id/unpublish': line(
    'member',
    3,
    { rows: 64, written: 20 },
    ({ author }) => author.approved,
  ),
  'GET /studio/posts/:id/revisions': line(
    'signedIn',
    2,
    {},
    async (people) => `/studio/posts/${await rewrittenPost(people)}/revisions?version=1`,
  ),
  'GET /api/studio/posts/:id/revisions': line('signedIn', 2, {}, rewrittenPost),
  'GET /api/studio/posts/:id/revisions/:version': line('signedIn', 2, {}, rewrittenPost),
  'DELETE /api/studio/posts/:id/revisions': line(
    'member',
    3,
    { status: 204, written: 3 },
    rewrittenPost,
  ),
  // A new title may change the language of a public post, and its position in the lists of that
  // language.
  'POST /api/studio/posts/:id/revisions/:version/restore': line(
    'member',
    3,
    { rows: 40, written: 10 },
    async (people) => ({
      path: `/api/studio/posts/${await rewrittenPost(people)}/revisions/1/restore`,
      json: {},
    }),
  ),
  'GET /studio/series': line('signedIn', 2),
  'GET /studio/series/:id': line('signedIn', 2, {}, seriesOf),
  'GET /api/studio/series': line('signedIn', 2),
  'GET /api/studio/series/:id': line('signedIn', 2, {}, seriesOf),
  'POST /api/studio/series': line('member', 3, { status: 201, written: 3 }, () => ({
    json: { title: 'a series', description: 'for the budget' },
  })),
  'PUT /api/studio/series/:id': line('member', 5, { written: 2 }, async (people) => ({
    path: `/api/studio/series/${await seriesOf(people)}`,
    json: { title: 'another title' },
  })),
  'PUT /api/studio/series/:id/posts': line(
    'member',
    4,
    { rows: 60, written: 8 },
    async (people) => ({
      path: `/api/studio/series/${await seriesOf(people)}/posts`,
      json: { ids: [people.author.draft, people.author.approved], version: 1 },
    }),
  ),
  'DELETE /api/studio/series/:id': line('member', 3, { status: 204, written: 4 }, seriesOf),
  'POST /api/studio/posts/:id/share-image': line(
    'member',
    5,
    { status: 204, rows: 60, written: 9 },
    ({ author }) => ({
      path: `/api/studio/posts/${author.draft}/share-image`,
      file: PNG,
    }),
  ),
  'POST /api/posts/upload-image': line('member', 3, { status: 201, rows: 34, written: 6 }, () => ({
    file: PNG,
  })),
}

/** Routes for authors and their posts. */
export const WRITING_ROUTES = Object.fromEntries(
  Object.entries(LINES).map(([name, line]): [string, RouteLine] => [
    name,
    { ...line, as: 'author' },
  ]),
)
