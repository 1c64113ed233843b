import { Hono } from 'hono'
import * as z from 'zod'
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
import { wholeIdentity } from '#features/core/identity/identity.ts'
import { setOwnCss } from '#features/core/identity/own-css.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { removeLogo, setLogo } from '#features/operations/admin/identity/logos.ts'
import {
  applyLook,
  exportLook,
  identityWithCss,
  LookInput,
  LookShape,
} from '#features/operations/admin/identity/look.ts'
import { allPinned, PinInput, pinPost, unpinPost } from '#features/publishing/lists/pinned.ts'
import { BAR_LOGO, LOGO_SIDE } from '#kernel/image-widths.ts'
import { LOGO_KINDS } from '#kernel/look/logos.ts'
import { CSS_BYTES_MAX } from '#kernel/sizes.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { ownerFreshWrite, ownerRead, ownerWrite, summary } from '#web/openapi/admin.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { idParam, json, query } from '#web/validation/validate.ts'

const LogoQuery = z.object({ kind: z.enum(LOGO_KINDS).default('square') })

const CssInput = z.object({
  css: z.string().describe(`At most ${CSS_BYTES_MAX / 1024} KB.`),
})

const PinnedShape = z
  .object({ posts: z.array(z.object({ post_id: z.int(), title: z.string() })) })
  .meta({ id: 'PinnedPosts' })

export const adminIdentityApi = new Hono<AppEnv>()
  .get(
    '/admin/identity',
    ownerRead('getAdminIdentity', SiteIdentityShape),
    summary('Get the name and appearance of the site'),
    async (c) => c.json(asSiteIdentity(await c.var.db.read(wholeIdentity))),
  )
  .put(
    '/admin/identity',
    ownerWrite('updateAdminIdentity', 'idempotent', SiteIdentityShape),
    summary(
      'Update the name and appearance of the site. An empty text or null restores the default. A missing field does not change',
    ),
    changes(),
    json(IdentityInput),
    async (c) => c.json(asSiteIdentity(await byAdmin(c, changeIdentity, c.req.valid('json')))),
  )
  .post(
    '/admin/identity/logo',
    ownerWrite(
      'uploadAdminIdentityLogo',
      'adds',
      SiteIdentityShape,
      'image_invalid',
      'image_too_many_pixels',
    ),
    summary(
      `Upload a logo. A square one is cropped to ${LOGO_SIDE} × ${LOGO_SIDE} pixels. The others are scaled down to fit into ${BAR_LOGO.width} × ${BAR_LOGO.height} pixels`,
    ),
    changes(),
    query(LogoQuery),
    uploadedFile,
    async (c) => {
      const { db, compute, file, now } = c.var
      const logo = { kind: c.req.valid('query').kind, file }
      const storage = { compute, bucket: c.env.IMAGES }
      const identity = await setLogo(db, storage, auditActorOf(c), logo, now)
      return c.json(asSiteIdentity(identity))
    },
  )
  .delete(
    '/admin/identity/logo',
    ownerWrite('deleteAdminIdentityLogo', 'idempotent', SiteIdentityShape),
    summary('Remove a logo. Without a square one, the site has the default logo'),
    changes(),
    query(LogoQuery),
    async (c) => c.json(asSiteIdentity(await byAdmin(c, removeLogo, c.req.valid('query').kind))),
  )
  .get(
    '/admin/look',
    ownerRead('getAdminLook', LookShape),
    summary('Export the look of the site: colours, theme, style sheet and logos, as one file'),
    async (c) => c.json(await exportLook(c.var.db, c.env.IMAGES)),
  )
  .put(
    '/admin/look',
    ownerFreshWrite(
      'updateAdminLook',
      'idempotent',
      SiteIdentityShape,
      'image_invalid',
      'image_too_many_pixels',
      'unsupported_type',
      'too_complex',
    ),
    summary(
      'Apply a look that was exported. Each part is checked like the single fields. A missing part does not change, and a logo that is null is removed',
    ),
    changes(),
    json(LookInput),
    async (c) => {
      const { db, compute, now } = c.var
      const storage = { compute, bucket: c.env.IMAGES }
      const look = c.req.valid('json')
      return c.json(asSiteIdentity(await applyLook(db, storage, auditActorOf(c), look, now)))
    },
  )
  .put(
    '/admin/identity/css',
    ownerFreshWrite('updateAdminIdentityCss', 'idempotent', null),
    summary(
      'Replace the style sheet of the site. An empty text removes it. At-rules that load something and addresses of other hosts are refused',
    ),
    changes(),
    json(CssInput),
    async (c) => {
      await byAdmin(c, setOwnCss, c.req.valid('json').css)
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/identity/links',
    ownerWrite('createAdminIdentityLink', 'adds', { 201: SiteIdentityShape }),
    summary('Add a footer link'),
    changes(),
    json(FooterLinkInput),
    async (c) => c.json(asSiteIdentity(await byAdmin(c, addFooterLink, c.req.valid('json'))), 201),
  )
  .delete(
    '/admin/identity/links/:id',
    ownerWrite('deleteAdminIdentityLink', 'refused: not_found', SiteIdentityShape),
    summary('Remove a footer link'),
    changes(),
    idParam,
    async (c) =>
      c.json(asSiteIdentity(await byAdmin(c, removeFooterLink, c.req.valid('param').id))),
  )
  .get(
    '/admin/pinned-posts',
    ownerRead('listAdminPinnedPosts', PinnedShape),
    summary('List pinned posts'),
    async (c) => c.json({ posts: await c.var.db.read(allPinned) }),
  )
  .post(
    '/admin/pinned-posts',
    ownerWrite('createAdminPinnedPost', 'adds', { 201: PinnedShape }),
    summary('Pin a public post. `post` is its id or its URL'),
    changes(),
    json(PinInput),
    async (c) => c.json({ posts: await byAdmin(c, pinPost, c.req.valid('json').post) }, 201),
  )
  .delete(
    '/admin/pinned-posts/:id',
    ownerWrite('deleteAdminPinnedPost', 'refused: not_found', PinnedShape),
    summary('Unpin a post'),
    changes(),
    idParam,
    async (c) => c.json({ posts: await byAdmin(c, unpinPost, c.req.valid('param').id) }),
  )

// With the editor, which only few pages need.
const views = () => import('#features/operations/admin/identity/views.tsx')

export const adminIdentityPages = new Hono<AppEnv>()
  .get(PAGES.identity.href, PAGES.identity.guard, async (c) => {
    const { IdentityView } = await views()
    const data = { identity: wholeIdentity, pinned: allPinned }
    return showAdminPage(c, { name: 'identity' }, data, IdentityView)
  })
  .get(PAGES.look.href, PAGES.look.guard, async (c) => {
    const { LookView } = await import('#features/operations/admin/identity/views-look.tsx')
    const about = { name: 'look', scripts: ['look.js'] } as const
    return showAdminPage(c, about, { look: identityWithCss }, LookView)
  })
