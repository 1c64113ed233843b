import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { ExportRequestedShape, ExportStatusShape, exportFile, exportState } from '#features/pages/exports/exports.ts'
import { exportOrFile, sendFile } from '#features/pages/exports/http/send-file.ts'
import { ExportShape, type Format } from '#features/pages/exports/steps.ts'
import { RANDOM_ID } from '#kernel/ids.ts'
import { streamOf } from '#kernel/pause.ts'
import { signedIn, signedInPage } from '#web/guards/guards.ts'
import { limitedExport } from '#web/limits/limits.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { pageParam, param } from '#web/validation/validate.ts'

/** JSON or ZIP. */
const FILE = 'application/octet-stream'

const exportParam = param(z.object({ id: z.string().regex(RANDOM_ID) }))

export const exportsApi = new Hono<AppEnv>()
  .get(
    '/settings/export',
    read('exportData', { tag: 'settings' }),
    signedIn,
    limitedExport,
    doc('Export your data as JSON. For a large account the file is prepared, and status_url has its progress', {
      200: ExportShape,
      202: ExportRequestedShape,
    }),
    (c) => fileOrStatus(c, 'json'),
  )
  .get(
    '/settings/export.zip',
    read('exportDataAsZip', { tag: 'settings' }),
    signedIn,
    limitedExport,
    doc(
      'Export your data as a ZIP file with the JSON, your posts as Markdown with front matter and as HTML, and your images',
      {
        200: 'application/zip',
        202: ExportRequestedShape,
      },
    ),
    (c) => fileOrStatus(c, 'zip'),
  )
  .get(
    '/settings/export-ghost.zip',
    read('exportPostsForGhost', { tag: 'settings' }),
    signedIn,
    limitedExport,
    doc('Export your posts and their images as a ZIP file for the importer of Ghost', {
      200: 'application/zip',
      202: ExportRequestedShape,
    }),
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
      const { status, progress, url, expires_at } = await exportState(db, viewer, c.req.valid('param').id, now)
      return c.json({ status, progress, url, expires_at })
    },
  )
  .get(
    '/settings/exports/:id/file',
    read('downloadExport', { tag: 'settings' }),
    signedIn,
    limitedExport,
    exportParam,
    doc('Download a prepared export', { 200: FILE }, 'not_found'),
    async (c) => {
      const { db, viewer, now } = c.var
      const { format, bytes, file } = await exportFile(db, c.env.BACKUPS, viewer, c.req.valid('param').id, now)
      c.header('Content-Length', String(bytes))
      return sendFile(c, format, streamOf(file).pipeThrough(new FixedLengthStream(bytes)), FILE)
    },
  )

async function fileOrStatus(c: Context<MemberEnv>, format: Format) {
  const { response, state } = await exportOrFile(c, format)
  return response ?? c.json({ status: state.status, status_url: state.status_url }, 202)
}

const formatParam = pageParam(z.object({ format: z.enum(['json', 'zip', 'ghost']) }))

/** The links of the settings page: a file, or back to the page, which shows the progress. */
export const exportPages = new Hono<AppEnv>().get(
  '/settings/export/:format',
  signedInPage,
  limitedExport,
  formatParam,
  async (c) => {
    const { response } = await exportOrFile(c, c.req.valid('param').format)
    return response ?? c.redirect('/settings?tab=account#export-heading', 303)
  },
)
