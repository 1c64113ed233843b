import * as z from 'zod'
import { PostStatusShape } from '#features/publishing/posts/shapes.ts'
import { CHANGED_FIELDS } from '#features/publishing/revisions/changes.ts'

const revision = {
  version: z.int(),
  saved_at: z.iso.datetime(),
  status: PostStatusShape,
  title: z.string(),
  current: z.boolean(),
}

export const RevisionShape = z.object(revision).meta({ id: 'Revision' })

const ChangeShape = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })

/** `changes` are the changes from this version to the current one. */
export const RevisionInFullShape = z
  .object({
    ...revision,
    summary: z.string().nullable(),
    cover_url: z.string().nullable(),
    canonical_url: z.string().nullable(),
    tags: z.array(z.string()),
    body: z.string(),
    changes: z.array(z.object({ field: z.enum(CHANGED_FIELDS), changes: z.array(ChangeShape) })),
  })
  .meta({ id: 'RevisionInFull' })
