import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { openDb } from '#db/client.ts'
import type { AppEnv, MemberEnv } from '#env'
import { addConcern, notifyLive } from '#features/community/live/http/notify-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import type { Format } from '#features/pages/exports/archive.ts'
import {
  ExportRequestedShape,
  ExportStatusShape,
  exportFile,
  exportState,
  requestExport,
} from '#features/pages/exports/exports.ts'
import { continueExports, exportResources, SLICES_OF_REQUEST } from '#features/pages/exports/job.ts'
import { ExportShape } from '#features/pages/exports/steps.ts'
import { RANDOM_ID } from '#kernel/ids.ts'
import { pause, streamOf } from '#kernel/pause.ts'
import { signedIn } from '#web/guards/access.ts'
import { inBackground } from '#web/in-background.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, param } from '#web/validation/validate.ts'

/** JSON or ZIP. */
const FILE = 'application/octet-stream'
const ZIP_OR_STATE = { 200: 'application/zip', 202: ExportRequestedShape } as const

const exportParam = param(z.object({ id: z.string().regex(RANDOM_ID) }))

export const exportsApi = new Hono<AppEnv>()
  .get(
    '/settings/export',
    read('exportData', { tag: 'settings' }),
    signedIn,
    doc(
      'Export your data as JSON. For a large account, the file is prepared in the background, and `status_url` of the response returns its progress',
      {
        200: ExportShape,
        202: ExportRequestedShape,
      },
    ),
    (c) => fileOrStatus(c, 'json'),
  )
  .get(
    '/settings/export.zip',
    read('exportDataAsZip', { tag: 'settings' }),
    signedIn,
    doc(
      'Export your data as a ZIP file. It contains the JSON export, your posts as Markdown with front matter and as HTML, and your images. For a large account, the file is prepared in the background, and `status_url` of the response returns its progress',
      ZIP_OR_STATE,
    ),
    (c) => fileOrStatus(c, 'zip'),
  )
  .get(
    '/settings/export-ghost.zip',
    read('exportPostsForGhost', { tag: 'settings' }),
    signedIn,
    doc(
      'Export your posts and their images as a ZIP file for the importer of Ghost. For a large account, the file is prepared in the background, and `status_url` of the response returns its progress',
      ZIP_OR_STATE,
    ),
    (c) => fileOrStatus(c, 'ghost'),
  )
  .get(
    '/settings/exports/:id',
    read('getExportStatus', { tag: 'settings' }),
    signedIn,
    exportParam,
    doc('Get the progress of an export', { 200: ExportStatusShape }, 'not_found'),
    async (c) => {
      const { db, viewer, now } = c.var
      const { status, progress, url, expires_at } = await exportState(
        db,
        viewer,
        c.req.valid('param').id,
        now,
      )
      return c.json({ status, progress, url, expires_at })
    },
  )
  .get(
    '/settings/exports/:id/file',
    read('downloadExport', { tag: 'settings' }),
    signedIn,
    exportParam,
    doc('Download a prepared export', { 200: FILE }, 'not_found'),
    async (c) => {
      const { db, viewer, now } = c.var
      const { format, bytes, file } = await exportFile(
        db,
        c.env.BACKUPS,
        viewer,
        c.req.valid('param').id,
        now,
      )
      c.header('Content-Length', String(bytes))
      return sendFile(c, format, streamOf(file).pipeThrough(new FixedLengthStream(bytes)), FILE)
    },
  )

async function fileOrStatus(c: Context<MemberEnv>, format: Format) {
  const { response, state } = await exportOrFile(c, format)
  return response ?? c.json({ status: state.status, status_url: state.status_url }, 202)
}

/** The links of the settings page: a file, or back to the page, which shows the progress. */
export const exportPages = new Hono<AppEnv>().get(
  '/settings/export/:format',
  signedIn,
  pageParam(z.object({ format: z.enum(['json', 'zip', 'ghost']) })),
  async (c) => {
    const { response } = await exportOrFile(c, c.req.valid('param').format)
    return response ?? c.redirect('/settings?tab=account#export-heading', 303)
  },
)

const ZIP = { type: 'application/zip', ending: '.zip' }
const FILES: Record<Format, { type: string; ending: string }> = {
  json: { type: 'application/json; charset=UTF-8', ending: '.json' },
  zip: ZIP,
  ghost: { ...ZIP, ending: '-ghost.zip' },
}

/** The file of a small account as a response, or the state of the export of a large account. */
async function exportOrFile(c: Context<MemberEnv>, format: Format) {
  const { db, compute, viewer, now } = c.var
  const exported = await requestExport(
    db,
    compute,
    c.env.IMAGES,
    viewer,
    format,
    siteOrigin(c),
    now,
  )
  if ('file' in exported)
    return { response: sendFile(c, format, streamOf(withPauses(exported.file))) }
  if (exported.isNew) prepareSoon(c)
  return { state: exported.state }
}

function sendFile(
  c: Context<MemberEnv>,
  format: Format,
  content: ReadableStream,
  type = FILES[format].type,
): Response {
  c.header('Content-Type', type)
  c.header(
    'Content-Disposition',
    `attachment; filename="joule-${c.var.viewer.uid}${FILES[format].ending}"`,
  )
  return c.body(content)
}

/** The site answers other requests between two pieces of a file. */
async function* withPauses<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece
    await pause()
  }
}

/**
 * Makes some slices after the response, so that most exports are ready before the next run of the
 * cron.
 */
function prepareSoon(c: Pick<Context<AppEnv>, 'env' | 'var' | 'executionCtx'>): void {
  const news = noNews()
  const db = openDb(c.env.DB, c.var.meter, { committed: (concern) => addConcern(news, concern) })
  const work = async () => {
    await continueExports(exportResources(c.env, db), c.var.now, SLICES_OF_REQUEST)
    await notifyLive(c.env, news, c.var.clock)
  }
  inBackground(c, 'continue exports', work())
}
