import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  CSV_LINES_MAX,
  oldPathInput,
  RedirectInput,
  removeRedirect,
  setRedirect,
  UploadedRedirectsShape,
  uploadRedirects,
} from '#features/operations/admin/redirects/change.ts'
import { RedirectShape, redirectsCsv, redirectsPage } from '#features/operations/admin/redirects/list.ts'
import { RedirectsView, type UploadOutcome } from '#features/operations/admin/redirects/views.tsx'
import { dayOf } from '#kernel/clock.ts'
import { AppError, errorMessage, isOurFault } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { ownerForm } from '#web/guards/guards.ts'
import { freshSession } from '#web/guards/viewer-facts.ts'
import { limitedExport } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf, repeats } from '#web/openapi/doc.ts'
import type { IsOwnPath } from '#web/own-paths.ts'
import { csvFile, done } from '#web/responses.ts'
import { csvOf, uploadedCsv } from '#web/uploads/upload.ts'
import { fromThisSite } from '#web/validation/plain-form.ts'
import { json, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const RemovedInput = z.object({ path: oldPathInput.optional() })

/** app.tsx passes in the paths of the site: they cannot be redirected. */
export function adminRedirectsApi(isOwnPath: IsOwnPath): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(
      '/admin/redirects',
      ownerRead('listAdminRedirects', listOf(RedirectShape)),
      summary('List redirects of old paths, by path; `q` is the beginning of a path'),
      query(z.object({ q: searchInput, ...pageQuery })),
      async (c) => {
        const { q, ...asked } = c.req.valid('query')
        return c.json(await c.var.db.read(redirectsPage(q, pageRequest(asked))))
      },
    )
    .put(
      '/admin/redirects',
      ownerFreshWrite('setAdminRedirect', 'idempotent', RedirectShape),
      summary('Redirect an old path to a post, or change the post'),
      json(RedirectInput),
      async (c) => c.json(await byAdmin(c, setRedirect, isOwnPath, c.req.valid('json'))),
    )
    .delete(
      '/admin/redirects',
      ownerFreshWrite('deleteAdminRedirect', 'refused: not_found', null),
      summary('Remove a redirect; the path is in the body or in the query'),
      query(RemovedInput),
      json(RemovedInput),
      async (c) => {
        const path = c.req.valid('json').path ?? c.req.valid('query').path
        if (path === undefined) throw new AppError('validation_failed', { fields: { path: fieldProblem('required') } })
        return done(c, byAdmin(c, removeRedirect, path))
      },
    )
    .get(
      '/admin/redirects.csv',
      ownerRead('exportAdminRedirects', { 200: 'text/csv' }),
      summary('Export all redirects as CSV'),
      limitedExport,
      (c) => csvFile(c, redirectsCsv(c.var.db), `joule-redirects-${dayOf(c.var.now)}`),
    )
    .post(
      '/admin/redirects/csv',
      ownerFreshWrite('uploadAdminRedirects', 'idempotent', UploadedRedirectsShape),
      summary(`Add and change redirects by a CSV file (path,post_id; up to ${CSV_LINES_MAX} lines)`),
      uploadedCsv,
      async (c) => c.json(await byAdmin(c, uploadRedirects, isOwnPath, c.var.csv, c.var.language)),
    )
}

const RedirectsQuery = z.object({ q: searchInput.catch(undefined), cursor: pageQuery.cursor })

/** The CSV form is a plain form, because its response is a page: the list with the refused lines above it. */
export function adminRedirectsPages(isOwnPath: IsOwnPath): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(PAGES.redirects.href, PAGES.redirects.guard, query(RedirectsQuery), (c) =>
      showRedirects(c, c.req.valid('query')),
    )
    .post('/admin/redirects', repeats('idempotent'), freshSession, fromThisSite, ownerForm, async (c) =>
      showRedirects(c, {}, await upload(c, isOwnPath)),
    )
}

function showRedirects(
  c: Context<MemberEnv>,
  { q, cursor }: z.infer<typeof RedirectsQuery>,
  outcome: UploadOutcome | null = null,
) {
  const redirects = redirectsPage(q, pageRequest({ cursor }))
  return showAdminPage(c, { name: 'redirects' }, { redirects }, (read) => (
    <RedirectsView {...{ ...read, q, outcome }} />
  ))
}

async function upload(c: Context<MemberEnv>, isOwnPath: IsOwnPath): Promise<UploadOutcome> {
  const { language } = c.var
  try {
    return { uploaded: await byAdmin(c, uploadRedirects, isOwnPath, await csvOf(c), language) }
  } catch (error) {
    if (!(error instanceof AppError) || isOurFault(error.code)) throw error
    const { file } = fieldsInWords(error.details.fields ?? {}, language)
    return { problem: file ?? errorMessage(error.code, language) }
  }
}
