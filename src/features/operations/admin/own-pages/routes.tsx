import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { SITE_PAGES } from '#db/values.ts'
import type { AppEnv } from '#env'
import {
  identityTexts,
  pageToWrite,
  sitePagePath,
  wholeIdentity,
} from '#features/core/identity/identity.ts'
import { HOME_TEXT, ownPagePath, titleIn } from '#features/core/identity/own-page.ts'
import { page } from '#features/core/shell/page.tsx'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  allPages,
  asOwnPage,
  asSummary,
  changeFixedPage,
  changePage,
  createPage,
  isFixed,
  NewPageInput,
  OwnPageShape,
  ownPage,
  PageChangeInput,
  PageSummaryShape,
  pathSlug,
  removePage,
} from '#features/operations/admin/own-pages/change.ts'
import { removeFixedPage } from '#features/operations/admin/own-pages/fixed-page.ts'
import { ownPageTexts } from '#features/operations/admin/own-pages/text.ts'
import type { WrittenPages } from '#features/operations/admin/own-pages/views.tsx'
import { AppError } from '#kernel/errors.ts'
import { isLanguage, LANGUAGES } from '#kernel/i18n.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { owner } from '#web/guards/access.ts'
import { ownerRead, ownerWrite, summary } from '#web/openapi/admin.ts'
import { json, pageParam, param } from '#web/validation/validate.ts'

/** `page` is null if the text was removed. */
const WrittenPageShape = z
  .object({
    page: z
      .object({
        name: z.enum(SITE_PAGES),
        language: z.enum(LANGUAGES),
        body: z.string(),
        version: z.int(),
        updated_at: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'WrittenSitePage' })

/** The parameter has the name that it had before the owner could add pages. */
const slugParam = param(z.object({ name: pathSlug }))

export const adminOwnPagesApi = new Hono<AppEnv>()
  .get(
    '/admin/pages',
    ownerRead('listAdminPages', z.object({ items: z.array(PageSummaryShape) })),
    summary('List the pages that the owner added, without their texts'),
    async (c) => c.json({ items: (await c.var.db.read(allPages)).map(asSummary) }),
  )
  .post(
    '/admin/pages',
    ownerWrite(
      'createAdminPage',
      'refused: validation_failed',
      { 201: OwnPageShape },
      'too_complex',
    ),
    summary('Add a page. It is public at `/p/:slug` as soon as it has a text'),
    changes(),
    json(NewPageInput),
    async (c) => {
      const { db, compute, now } = c.var
      const created = await createPage(db, compute, auditActorOf(c), c.req.valid('json'), now)
      return c.json(asOwnPage(created), 201)
    },
  )
  .get(
    '/admin/pages/:name',
    ownerRead('getAdminPage', OwnPageShape, 'not_found'),
    summary('Get a page that the owner added, with its texts'),
    slugParam,
    async (c) => {
      const found = await c.var.db.read(ownPage(c.req.valid('param').name))
      if (found === null) throw new AppError('not_found')
      return c.json(asOwnPage(found))
    },
  )
  .put(
    '/admin/pages/:name',
    ownerWrite(
      'updateAdminPage',
      'refused: version_conflict',
      z.union([OwnPageShape, WrittenPageShape]),
      'not_found',
      'too_complex',
    ),
    summary(
      'Change a page. `about`, `rules` and `privacy` take one text with its `language`; an empty text removes it. `home` is the text block of the home page. A missing field does not change',
    ),
    changes(),
    slugParam,
    json(PageChangeInput),
    async (c) => {
      const { db, compute, now } = c.var
      const { name: slug } = c.req.valid('param')
      const input = c.req.valid('json')
      const by = auditActorOf(c)
      return isFixed(slug)
        ? c.json({ page: await changeFixedPage(db, compute, by, slug, input, now) })
        : c.json(asOwnPage(await changePage(db, compute, by, slug, input, now)))
    },
  )
  .delete(
    '/admin/pages/:name',
    ownerWrite('deleteAdminPage', 'refused: not_found', null),
    summary('Remove a page with its texts'),
    changes(),
    slugParam,
    async (c) => {
      const { name: slug } = c.req.valid('param')
      if (isFixed(slug)) await byAdmin(c, removeFixedPage, slug)
      else await byAdmin(c, removePage, slug)
      return c.body(null, 204)
    },
  )

// With the editor, which only few pages need.
const views = () => import('#features/operations/admin/own-pages/views.tsx')

export const adminOwnPagesPages = new Hono<AppEnv>()
  .get(PAGES.pages.href, PAGES.pages.guard, async (c) => {
    const { PagesView } = await views()
    const written = sql<WrittenPages[number]>`SELECT name, language FROM site_pages`
    const { lead } = ownPageTexts[c.var.language]
    const data = { identity: wholeIdentity, written, pages: allPages }
    return showAdminPage(c, { name: 'pages', lead }, data, PagesView)
  })
  .get('/admin/pages/:name', owner, pageParam(z.object({ name: pathSlug })), async (c) => {
    const { db, language } = c.var
    const { name: slug } = c.req.valid('param')
    const asked = c.req.query('language')
    const of = isLanguage(asked) ? asked : language
    const { WritePageView } = await views()
    const show = (toWrite: Omit<Parameters<typeof WritePageView>[0], 'of' | 'language' | 'slug'>) =>
      page(
        c,
        { title: toWrite.title, robots: 'noindex', scripts: ['site-page.js'] },
        <WritePageView {...toWrite} {...{ slug, of, language }} />,
      )
    if (isFixed(slug)) {
      const written = await db.read(pageToWrite(slug, of))
      return show({
        title: identityTexts[language].pages[slug],
        body: written?.body ?? null,
        version: written?.version ?? null,
        path: written && sitePagePath(slug),
      })
    }
    const own = await db.read(ownPage(slug))
    if (own === null && slug !== HOME_TEXT) return c.notFound()
    const text = {
      body: own && (of === 'en' ? own.body_en : own.body_zh),
      version: own?.version ?? null,
    }
    if (own === null || slug === HOME_TEXT)
      return show({ ...text, title: ownPageTexts[language].homeText, path: '/' })
    const isPublic = (own.body_zh ?? own.body_en) !== null
    const path = isPublic ? ownPagePath(slug) : null
    return show({ ...text, title: titleIn(own, language), path })
  })
