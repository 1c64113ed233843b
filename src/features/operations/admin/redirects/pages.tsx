import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { redirectsPage } from '#features/operations/admin/redirects/list.ts'
import { adminRedirectsTexts } from '#features/operations/admin/redirects/text.ts'
import { uploadRedirects } from '#features/operations/admin/redirects/upload.ts'
import { RedirectsView, type UploadOutcome } from '#features/operations/admin/redirects/views.tsx'
import { AppError, errorMessage, isOurFault } from '#kernel/errors.ts'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { ownerForm, ownerPage } from '#web/guards/guards.ts'
import { repeats } from '#web/openapi/doc.ts'
import type { IsOwnPath } from '#web/own-paths.ts'
import { csvOf } from '#web/uploads/upload.ts'
import { fromThisSite } from '#web/validation/plain-form.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const RedirectsQuery = z.object({ q: searchInput.catch(undefined), cursor: pageQuery.cursor })

/** The CSV form is a plain form, because its answer is a page: the list with the refused lines above it. */
export function adminRedirectsPages(isOwnPath: IsOwnPath): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/admin/redirects', ownerPage, query(RedirectsQuery), (c) => showRedirects(c, c.req.valid('query')))
    .post('/admin/redirects', repeats('idempotent'), fromThisSite, ownerForm, async (c) =>
      showRedirects(c, {}, await upload(c, isOwnPath)),
    )
}

function showRedirects(
  c: Context<MemberEnv>,
  { q, cursor }: z.infer<typeof RedirectsQuery>,
  outcome: UploadOutcome | null = null,
) {
  const { language } = c.var
  const { title } = adminRedirectsTexts[language]
  const redirects = redirectsPage(q, pageRequest({ cursor }))
  return showAdminPage(c, { name: 'redirects', title }, { redirects }, ({ redirects }) => (
    <RedirectsView {...{ redirects, q, outcome, language }} />
  ))
}

async function upload(c: Context<MemberEnv>, isOwnPath: IsOwnPath): Promise<UploadOutcome> {
  const { db, language, now } = c.var
  try {
    return { uploaded: await uploadRedirects(db, auditActorOf(c), isOwnPath, await csvOf(c), language, now) }
  } catch (error) {
    if (!(error instanceof AppError) || isOurFault(error.code)) throw error
    const { file } = fieldsInWords(error.details.fields ?? {}, language)
    return { problem: file ?? errorMessage(error.code, language) }
  }
}
