import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { addFooterLink, changeIdentity, removeFooterLink } from '#features/core/identity/change.ts'
import { wholeIdentity } from '#features/core/identity/identity.ts'
import { FooterLinkInput, IdentityInput } from '#features/core/identity/inputs.ts'
import { asSiteIdentity, SiteIdentityShape } from '#features/core/identity/shapes.ts'
import { LOGO_SIDE } from '#features/core/images/logo.ts'
import { administratorOf } from '#features/core/site/administrator.ts'
import { removeLogo, setLogo } from '#features/operations/admin/identity/set-logo.ts'
import { changesPages } from '#web/cache/edge-cache.ts'
import { owner } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { idParam, json } from '#web/validation/validate.ts'

export const adminIdentityApi = new Hono<AppEnv>()
  .get(
    '/admin/identity',
    owner,
    doc('What the owner has made the site their own with', { 200: SiteIdentityShape }),
    async (c) => c.json(asSiteIdentity(await c.var.db.read(wholeIdentity))),
  )
  .put(
    '/admin/identity',
    owner,
    changesPages,
    doc('Change name, taglines or accent; an empty text or null is as the product comes', { 200: SiteIdentityShape }),
    json(IdentityInput),
    async (c) =>
      c.json(asSiteIdentity(await changeIdentity(c.var.db, administratorOf(c), c.req.valid('json'), c.var.now))),
  )
  .post(
    '/admin/identity/logo',
    owner,
    changesPages,
    doc(
      `Upload a logo; it is cropped to a square of ${LOGO_SIDE} pixels`,
      { 200: SiteIdentityShape },
      'image_invalid',
      'image_too_many_pixels',
    ),
    uploadedFile,
    async (c) =>
      c.json(asSiteIdentity(await setLogo(c.var.db, c.env.IMAGES, administratorOf(c), c.var.file, c.var.now))),
  )
  .delete(
    '/admin/identity/logo',
    owner,
    changesPages,
    doc('Go back to the logo that the product comes with', { 200: SiteIdentityShape }),
    async (c) => c.json(asSiteIdentity(await removeLogo(c.var.db, administratorOf(c), c.var.now))),
  )
  .post(
    '/admin/identity/links',
    owner,
    changesPages,
    doc('Add a link to the footer', { 201: SiteIdentityShape }),
    json(FooterLinkInput),
    async (c) =>
      c.json(asSiteIdentity(await addFooterLink(c.var.db, administratorOf(c), c.req.valid('json'), c.var.now)), 201),
  )
  .delete(
    '/admin/identity/links/:id',
    owner,
    changesPages,
    idParam,
    doc('Take a link out of the footer', { 200: SiteIdentityShape }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(asSiteIdentity(await removeFooterLink(c.var.db, administratorOf(c), id, c.var.now)))
    },
  )
