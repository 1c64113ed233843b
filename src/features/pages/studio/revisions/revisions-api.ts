import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { postSaved } from '#features/publishing/posts/http/post-changed.ts'
import { asPost, PostShape } from '#features/publishing/posts/post.ts'
import {
  RevisionInFullShape,
  RevisionShape,
  restoreRevision,
  revisionOf,
  revisionsOf,
} from '#features/publishing/revisions/revisions.ts'
import { member, signedIn } from '#web/guards/guards.ts'
import { limitedRead } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { siteHost } from '#web/site-origin.ts'
import { idParam, json, pageQuery, pageRequest, param, pathId, query } from '#web/validation/validate.ts'

const revisionParam = param(z.object({ id: pathId, version: pathId }))

/** `version` is the version of the post that the author saw when restoring. */
const RestoreInput = z.object({ version: z.int().positive().optional() })

export const studioRevisionsApi = new Hono<AppEnv>()
  .get(
    '/studio/posts/:id/revisions',
    read('listStudioPostRevisions', { tag: 'studio', tokens: true }),
    signedIn,
    idParam,
    doc('List the versions of a post, the current one first', { 200: listOf(RevisionShape) }, 'not_found'),
    query(z.object(pageQuery)),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await c.var.db.read(revisionsOf(c.var.viewer, id, pageRequest(c.req.valid('query')))))
    },
  )
  .get(
    '/studio/posts/:id/revisions/:version',
    read('getStudioPostRevision', { tag: 'studio', tokens: true }),
    signedIn,
    limitedRead('heavy-read'),
    revisionParam,
    doc(
      'Get a version of a post, with its changes up to the current version',
      { 200: RevisionInFullShape },
      'not_found',
    ),
    async (c) => {
      const { id, version } = c.req.valid('param')
      return c.json(await revisionOf(c.var.db, c.var.viewer, id, version))
    },
  )
  .post(
    '/studio/posts/:id/revisions/:version/restore',
    write('restoreStudioPostRevision', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    revisionParam,
    doc(
      'Restore a version of a post',
      { 200: PostShape },
      'post_not_editable',
      'silenced',
      'email_unverified',
      'version_conflict',
      'not_found',
    ),
    json(RestoreInput),
    async (c) => {
      const { id, version } = c.req.valid('param')
      const { version: seen } = c.req.valid('json')
      const restored = { version, seen, ownHost: siteHost(c) }
      const post = await restoreRevision(c.var.db, c.var.viewer, id, restored, c.var.now)
      return c.json(asPost(postSaved(c, post), c.var.viewer, c.var.language))
    },
  )
