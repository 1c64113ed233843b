import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { wholeIdentity } from '#features/core/identity/identity.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminLayoutTexts } from '#features/operations/admin/layout/text.ts'
import { LayoutView } from '#features/operations/admin/layout/views.tsx'

/** The forms of this page send `PUT /api/admin/identity`. */
export const adminLayoutPages = new Hono<AppEnv>().get(
  PAGES.layout.href,
  PAGES.layout.guard,
  (c) => {
    const { lead } = adminLayoutTexts[c.var.language]
    return showAdminPage(c, { name: 'layout', lead }, { identity: wholeIdentity }, LayoutView)
  },
)
