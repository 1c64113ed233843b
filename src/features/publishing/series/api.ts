import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { asPostCard, cardColumns } from '#features/publishing/posts/post.ts'
import {
  coverOf,
  createSeries,
  deleteSeries,
  editSeries,
  NewSeriesInput,
  orderSeries,
  ownSeriesOf,
  partsOf,
  removeSeriesTexts,
  SERIES_POSTS_MAX,
  SeriesInOrderShape,
  SeriesInput,
  SeriesOrderInput,
  SeriesShape,
  StudioSeriesShape,
  seriesInOrder,
  visibleSeriesOf,
} from '#features/publishing/series/series.ts'
import { cached, changes } from '#web/cache/edge-cache.ts'
import { admin, member, optionalViewer, signedIn } from '#web/guards/access.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { idParam, json } from '#web/validation/validate.ts'

export const seriesApi = new Hono<AppEnv>()
  .get(
    '/series/:id',
    read('getSeries', { tag: 'posts', tokens: true }),
    cached(),
    optionalViewer,
    idParam,
    doc('Get a series with its public posts', { 200: SeriesShape }, 'not_found'),
    async (c) => {
      const { db, viewer, language } = c.var
      const { id } = c.req.valid('param')
      const { series, rows } = await db.read({
        series: visibleSeriesOf(viewer, id, language),
        rows: partsOf(cardColumns, id),
      })
      const posts = rows.map((row) => asPostCard(row, viewer, language))
      return c.json({ ...series, cover_url: coverOf(rows), posts })
    },
  )
  .get(
    '/studio/series',
    read('listStudioSeries', { tag: 'studio', tokens: true }),
    signedIn,
    doc('List your series, the most recently changed first', { 200: listOf(StudioSeriesShape) }),
    async (c) =>
      c.json({ items: await c.var.db.all(ownSeriesOf(c.var.viewer)), next_cursor: null }),
  )
  .post(
    '/studio/series',
    write('createStudioSeries', { tag: 'studio', repeat: 'adds', tokens: true }),
    member,
    doc(
      'Create a series',
      { 201: StudioSeriesShape },
      'level_too_low',
      'silenced',
      'email_unverified',
      'quota_exceeded',
    ),
    json(NewSeriesInput),
    async (c) =>
      c.json(await createSeries(c.var.db, c.var.viewer, c.req.valid('json'), c.var.now), 201),
  )
  .get(
    '/studio/series/:id',
    read('getStudioSeries', { tag: 'studio', tokens: true }),
    signedIn,
    idParam,
    doc(
      'Get one of your series, with its posts in every status',
      { 200: SeriesInOrderShape },
      'not_found',
    ),
    async (c) => c.json(await c.var.db.read(seriesInOrder(c.var.viewer, c.req.valid('param').id))),
  )
  // Lists and pages of all posts show the title and the numbers.
  .put(
    '/studio/series/:id',
    write('updateStudioSeries', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    changes(),
    idParam,
    doc(
      'Change the title or the description of a series. A missing field does not change',
      { 200: SeriesInOrderShape },
      'silenced',
      'email_unverified',
      'edit_conflict',
      'not_found',
    ),
    json(SeriesInput),
    async (c) =>
      c.json(
        await editSeries(
          c.var.db,
          c.var.viewer,
          c.req.valid('param').id,
          c.req.valid('json'),
          c.var.now,
        ),
      ),
  )
  .put(
    '/studio/series/:id/posts',
    write('orderStudioSeries', { tag: 'studio', repeat: 'refused: edit_conflict', tokens: true }),
    member,
    changes(),
    idParam,
    doc(
      `Set the posts of a series and their order. \`ids\` has at most ${SERIES_POSTS_MAX} of your posts, in any status. Posts that it does not name leave the series`,
      { 200: SeriesInOrderShape },
      'edit_conflict',
      'in_other_series',
      'not_found',
    ),
    json(SeriesOrderInput),
    async (c) =>
      c.json(
        await orderSeries(
          c.var.db,
          c.var.viewer,
          c.req.valid('param').id,
          c.req.valid('json'),
          c.var.now,
        ),
      ),
  )
  .delete(
    '/admin/series/:id/texts',
    write('deleteAdminSeriesTexts', { tag: 'admin', repeat: 'adds' }),
    admin,
    changes(),
    idParam,
    doc(
      'Remove the title and the description of a series, as an admin. The title becomes the number of the series. Its posts do not change',
      { 204: null },
      'not_found',
    ),
    (c) =>
      done(c, removeSeriesTexts(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)),
  )
  .delete(
    '/studio/series/:id',
    write('deleteStudioSeries', { tag: 'studio', repeat: 'refused: not_found', tokens: true }),
    member,
    changes(),
    idParam,
    doc('Delete a series. Its posts are not deleted', { 204: null }, 'not_found'),
    (c) => done(c, deleteSeries(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
