import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { SITE_PAGES } from '#db/values.ts'
import type { AppEnv } from '#env'
import {
  addFooterLink,
  asSiteIdentity,
  changeIdentity,
  FooterLinkInput,
  IdentityInput,
  removeFooterLink,
  SiteIdentityShape,
} from '#features/core/identity/change.ts'
import { identityTexts, pageToWrite, wholeIdentity } from '#features/core/identity/identity.ts'
import { LOGO_SIDE } from '#features/core/images/square.ts'
import { page } from '#features/core/shell/page.tsx'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { removeLogo, SitePageInput, setLogo, writePage } from '#features/operations/admin/identity/change.ts'
import { IdentityView, type WrittenPages } from '#features/operations/admin/identity/views.tsx'
import { WritePageView } from '#features/operations/admin/identity/views-write-page.tsx'
import { allPinned, PinInput, pinPost, unpinPost } from '#features/publishing/lists/pinned.ts'
import { isLanguage, LANGUAGES } from '#kernel/i18n.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { owner, ownerPage } from '#web/guards/guards.ts'
import { expensive } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { idParam, json, pageParam, param } from '#web/validation/validate.ts'

/** `page` is null if the page was removed. */
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

const PinnedShape = z
  .object({ posts: z.array(z.object({ post_id: z.int(), title: z.string() })) })
  .meta({ id: 'PinnedPosts' })

export const adminIdentityApi = new Hono<AppEnv>()
  .get(
    '/admin/identity',
    read('getAdminIdentity', { tag: 'admin' }),
    owner,
    doc('Get the name and appearance of the site', { 200: SiteIdentityShape }),
    async (c) => c.json(asSiteIdentity(await c.var.db.read(wholeIdentity))),
  )
  .put(
    '/admin/identity',
    write('updateAdminIdentity', { tag: 'admin', repeat: 'idempotent' }),
    owner,
    changes(),
    doc('Update name, taglines or accent colour; an empty text or null restores the default', {
      200: SiteIdentityShape,
    }),
    json(IdentityInput),
    async (c) =>
      c.json(asSiteIdentity(await changeIdentity(c.var.db, auditActorOf(c), c.req.valid('json'), c.var.now))),
  )
  .post(
    '/admin/identity/logo',
    write('uploadAdminIdentityLogo', { tag: 'admin', repeat: 'adds' }),
    owner,
    changes(),
    doc(
      `Upload a logo, cropped to a square of ${LOGO_SIDE} pixels`,
      { 200: SiteIdentityShape },
      'image_invalid',
      'image_too_many_pixels',
    ),
    uploadedFile,
    expensive(500),
    async (c) => c.json(asSiteIdentity(await setLogo(c.var.db, c.env.IMAGES, auditActorOf(c), c.var.file, c.var.now))),
  )
  .delete(
    '/admin/identity/logo',
    write('deleteAdminIdentityLogo', { tag: 'admin', repeat: 'idempotent' }),
    owner,
    changes(),
    doc('Reset the logo to the default', { 200: SiteIdentityShape }),
    async (c) => c.json(asSiteIdentity(await removeLogo(c.var.db, auditActorOf(c), c.var.now))),
  )
  .post(
    '/admin/identity/links',
    write('createAdminIdentityLink', { tag: 'admin', repeat: 'adds' }),
    owner,
    changes(),
    doc('Add a footer link', { 201: SiteIdentityShape }),
    json(FooterLinkInput),
    async (c) =>
      c.json(asSiteIdentity(await addFooterLink(c.var.db, auditActorOf(c), c.req.valid('json'), c.var.now)), 201),
  )
  .delete(
    '/admin/identity/links/:id',
    write('deleteAdminIdentityLink', { tag: 'admin', repeat: 'refused: not_found' }),
    owner,
    changes(),
    idParam,
    doc('Remove a footer link', { 200: SiteIdentityShape }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(asSiteIdentity(await removeFooterLink(c.var.db, auditActorOf(c), id, c.var.now)))
    },
  )
  .put(
    '/admin/pages/:name',
    write('updateAdminPage', { tag: 'admin', repeat: 'refused: version_conflict' }),
    owner,
    changes(),
    doc(
      'Update the about, rules or privacy page in one language; an empty text removes the page',
      { 200: WrittenPageShape },
      'version_conflict',
    ),
    param(z.object({ name: z.enum(SITE_PAGES) })),
    json(SitePageInput),
    async (c) => {
      const { name } = c.req.valid('param')
      const page = await writePage(c.var.db, auditActorOf(c), name, c.req.valid('json'), c.var.now)
      return c.json({ page })
    },
  )
  .get(
    '/admin/pinned-posts',
    read('listAdminPinnedPosts', { tag: 'admin' }),
    owner,
    doc('List pinned posts', { 200: PinnedShape }),
    async (c) => c.json({ posts: await c.var.db.read(allPinned) }),
  )
  .post(
    '/admin/pinned-posts',
    write('createAdminPinnedPost', { tag: 'admin', repeat: 'adds' }),
    owner,
    changes(),
    doc('Pin a public post by id or URL', { 201: PinnedShape }),
    json(PinInput),
    async (c) => {
      const { post } = c.req.valid('json')
      return c.json({ posts: await pinPost(c.var.db, auditActorOf(c), post, c.var.now) }, 201)
    },
  )
  .delete(
    '/admin/pinned-posts/:id',
    write('deleteAdminPinnedPost', { tag: 'admin', repeat: 'refused: not_found' }),
    owner,
    changes(),
    idParam,
    doc('Unpin a post', { 200: PinnedShape }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ posts: await unpinPost(c.var.db, auditActorOf(c), id, c.var.now) })
    },
  )

export const adminIdentityPages = new Hono<AppEnv>()
  .get(PAGES.identity.href, PAGES.identity.guard, (c) => {
    const written = sql<WrittenPages[number]>`SELECT name, language FROM site_pages`
    return showAdminPage(c, { name: 'identity' }, { identity: wholeIdentity, pinned: allPinned, written }, IdentityView)
  })
  .get('/admin/pages/:name', ownerPage, pageParam(z.object({ name: z.enum(SITE_PAGES) })), async (c) => {
    const { db, language } = c.var
    const { name } = c.req.valid('param')
    const asked = c.req.query('language')
    const of = isLanguage(asked) ? asked : language
    const written = await db.read(pageToWrite(name, of))
    return page(
      c,
      { title: identityTexts[language].pages[name], robots: 'noindex', scripts: ['site-page.js'] },
      <WritePageView {...{ name, of, language }} page={written} />,
    )
  })
