import { ApiError, recordsIn } from '#client/api-error.ts'
import { type Control, importApi, wasThere } from '#client/import/control.ts'
import { type DraftOptions, draftOf, type PostDraft } from '#client/import/draft-of.ts'
import { ImageUploads, type LostImage } from '#client/import/images.ts'
import { type Row, stateOf } from '#client/import/rows.ts'
import type { ImportFormat } from '#import/format.ts'
import { type ImportItem, isRefused } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { TITLE_MAX } from '#kernel/post-limits.ts'

export interface Source {
  /** The name of the chosen file or folder, which the page shows. */
  name: string
  files: SourceFiles
  format: ImportFormat
}

export const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const

/** What happened to one chosen item. */
export interface Result {
  outcome: (typeof OUTCOMES)[number]
  postId: number | null
  /** The reason of a failure. Null for every other outcome. */
  message: string | null
  lost: LostImage[]
}

interface Watcher {
  started(row: Row): void
  ended(row: Row, result: Result): void
}

/**
 * Creates drafts of the chosen rows, one after the other. Reads the file again instead of keeping
 * all bodies in memory: a second reading yields the same items in the same order.
 */
export async function runImport(
  { files, format }: Source,
  rows: readonly Row[],
  options: DraftOptions,
  control: Control,
  watcher: Watcher,
): Promise<void> {
  const uploads = new ImageUploads(files, control)
  const series = new Map<string, number>()
  let left = rows.filter(({ isChosen }) => isChosen).length
  let at = 0
  for await (const item of format.read(files)) {
    const row = rows[at++]
    if (!row?.isChosen || isRefused(item) || item.key !== row.key) continue
    await control.pass()
    watcher.started(row)
    const result = await imported(item, row, uploads, options, control, series)
    row.isChosen = false
    watcher.ended(row, result)
    left -= 1
    if (left === 0) break
  }
}

async function imported(
  item: ImportItem,
  row: Row,
  uploads: ImageUploads,
  options: DraftOptions,
  control: Control,
  series: Map<string, number>,
): Promise<Result> {
  const { urls, lost } = await uploads.of(item.images)
  try {
    const seriesId = item.series ? await seriesNamed(item.series, series, control) : undefined
    const draft = draftOf(item, urls, options, seriesId)
    return row.post === null
      ? await created(draft, row, lost, control)
      : await updated(draft, row, lost, control)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const details = Object.entries(error.fields).map(([field, problem]) => `${field}: ${problem}`)
    const message = [error.message, ...details].join(' ')
    return { outcome: 'failed', postId: row.post?.post_id ?? null, message, lost }
  }
}

/** The id of the author's series with this title, which is created if there is none. */
async function seriesNamed(
  title: string,
  known: Map<string, number>,
  control: Control,
): Promise<number> {
  const name = [...title.trim()].slice(0, TITLE_MAX).join('')
  if (known.size === 0) {
    const list = await control.patiently(() => importApi.get('/api/studio/series'))
    for (const one of recordsIn(list, 'items').toReversed())
      known.set(String(one.title), Number(one.id))
  }
  const found = known.get(name)
  if (found !== undefined) return found
  const made = await control.patiently(() => importApi.post('/api/studio/series', { title: name }))
  known.set(name, Number(made.id))
  return Number(made.id)
}

type Draft = PostDraft

async function created(
  draft: Draft,
  row: Row,
  lost: LostImage[],
  control: Control,
): Promise<Result> {
  return control.patiently(async (mayBeDone) => {
    const postId = remember(row, await importApi.post('/api/studio/posts', draft))
    const outcome = wasThere() && !mayBeDone ? 'skipped' : 'created'
    return { outcome, postId, message: null, lost }
  })
}

/**
 * The version makes the server refuse the update if the author has edited the draft since the
 * lookup.
 */
async function updated(
  draft: Draft,
  row: Row,
  lost: LostImage[],
  control: Control,
): Promise<Result> {
  const { draft: _, import_key, ...content } = draft
  const post = row.post
  if (post === null || stateOf(row) !== 'changed')
    throw new TypeError('only changed posts are updated')
  const path = `/api/studio/posts/${post.post_id}`
  return control.patiently(async (mayBeDone) => {
    try {
      const postId = remember(row, await importApi.put(path, { ...content, version: post.version }))
      return { outcome: 'updated', postId, message: null, lost }
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'version_conflict'
      if (!isConflict || !mayBeDone) throw error
      // The response to the first attempt was lost. Without another edit, the post has the next
      // version.
      const now = await importApi.get(path)
      if (now.version !== post.version + 1) throw error
      return { outcome: 'updated', postId: remember(row, now), message: null, lost }
    }
  })
}

function remember(row: Row, { id, updated_at, version, status }: Record<string, unknown>): number {
  row.post = {
    post_id: Number(id),
    updated_at: String(updated_at),
    version: Number(version),
    status: String(status),
    deleted_at: null,
  }
  return Number(id)
}

/**
 * The number of posts in one request: `SUBMITTED_TOGETHER_MAX` of
 * features/publishing/posts/moves.ts.
 */
const TOGETHER = 20

/** What happened to one post of the import. */
export interface Published {
  id: number
  /** `approved` or `pending`. Null if the post is still a draft. */
  status: string | null
}

/**
 * Submits the posts in groups. A limit or a lost connection pauses the run, and the other posts
 * follow after it.
 */
export async function publishPosts(
  ids: readonly number[],
  control: Control,
  done: (posts: Published[]) => void,
): Promise<void> {
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const group = ids.slice(at, at + TOGETHER)
    const response = await control.patiently(() =>
      importApi.post('/api/studio/posts/submit', { ids: group }),
    )
    const posts = recordsIn(response, 'items')
    done(
      posts.map(({ id, ok, status }) => ({
        id: Number(id),
        status: ok === true ? String(status) : null,
      })),
    )
  }
}
