import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import type { SitePageName } from '#db/schema/core.ts'
import type { AppEnv } from '#env'
import { ICON_SIDES, type IconSide, iconsOf, webManifest } from '#features/core/identity/icons.ts'
import {
  brandOf,
  type Identity,
  identityTexts,
  languagesOf,
  pageToRead,
  siteIdentity,
  sitePagePath,
} from '#features/core/identity/identity.ts'
import { HOME_TEXT, ownPagePath, ownPageToRead, titleIn } from '#features/core/identity/own-page.ts'
import { publicKeyOf } from '#features/core/push/keys.ts'
import { page } from '#features/core/shell/page.tsx'
import { bodyFor, PostBody } from '#features/pages/reading/views-body.tsx'
import { setBounded } from '#kernel/cached-value.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { FairQueue } from '#kernel/fair-queue.ts'
import { languageOfText, summaryOf } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { DEFAULT_ACCENT } from '#kernel/look/accent.ts'
import { asset, EDITION, FIRST_SCRIPTS } from '#web/assets.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { PageHead } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'
import { optionalViewer, sameForAll } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam } from '#web/validation/validate.ts'

export const sitePages = new Hono<AppEnv>()
  .get('/manifest.webmanifest', sameForAll, cached('for'), async (c) => {
    const { db, now, language } = c.var
    const identity = await siteIdentity(db, now)
    const manifest = webManifest(
      identity,
      brandOf(identity, language),
      language,
      c.req.query('for') === 'admins',
    )
    return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' })
  })
  .get('/sw.js', sameForAll, cached(), async (c) => {
    const identity = await siteIdentity(c.var.db, c.var.now)
    return c.body(
      identity.app_enabled ? workerOf(identity, await publicKeyOf(c.var.db)) : REMOVED,
      200,
      {
        'Content-Type': 'text/javascript; charset=utf-8',
      },
    )
  })
  .get('/app-icons/:side', sameForAll, cached(), async (c) => {
    const side = ICON_SIDES.find((each) => String(each) === c.req.param('side'))
    if (side === undefined) throw new AppError('not_found')
    const identity = await siteIdentity(c.var.db, c.var.now)
    return c.body(await iconOf(c.var.compute, c.env.IMAGES, identity, side), 200, {
      'Content-Type': 'image/png',
    })
  })
  .get('/about', optionalViewer, cached(), (c) => showPage(c, 'about'))
  .get('/rules', optionalViewer, cached(), (c) => showPage(c, 'rules'))
  .get('/privacy', optionalViewer, cached(), (c) => showPage(c, 'privacy'))
  .get(
    '/p/:slug',
    optionalViewer,
    cached(),
    pageParam(z.object({ slug: z.string().regex(/^[a-z0-9-]{1,40}$/) })),
    (c) => showOwnPage(c, c.req.valid('param').slug),
  )

/** Icons by side, accent and logo, because an icon takes 0.2 s of CPU time. */
const icons = new Map<string, Uint8Array<ArrayBuffer>>()
/** All sides of the identity before and after a change. */
const ICONS_MAX = 2 * ICON_SIDES.length
/** Of concurrent requests for a new icon, the first makes it. */
const making = new FairQueue({ mostOfOne: 1 })

async function iconOf(
  compute: Compute,
  images: R2Bucket,
  identity: Identity,
  side: IconSide,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = [side, identity.accent, identity.logo_large_key].join(' ')
  const known = icons.get(key)
  if (known) return known
  return making.run(key, async () => {
    const made = icons.get(key)
    if (made) return made
    const { logo_large_key: logoKey } = identity
    const file = logoKey === null ? null : await orUnavailable(() => images.get(logoKey))
    const logo = file && new Uint8Array(await file.arrayBuffer())
    const accent = identity.accent ?? DEFAULT_ACCENT
    const icon = await compute.run('appIcon', { side, accent, logo })
    // Without its file, the icon is not the one of this key.
    if (logoKey === null || logo) setBounded(icons, key, icon, ICONS_MAX)
    return icon
  })
}

/**
 * The service worker (client/app/service-worker.ts). Another build has another text, so that
 * browsers update it.
 */
function workerOf(identity: Identity, key: string | null): string {
  const { name } = brandOf(identity, identity.default_language)
  const site = {
    build: EDITION,
    name,
    languages: languagesOf(identity),
    icon: iconsOf(identity).maskable(192),
    css: asset('reader.css'),
    key,
  }
  return `const SITE=${JSON.stringify(site)};${FIRST_SCRIPTS.worker.text}`
}

/**
 * Replaces the service worker after the owner has switched it off: removes its caches and itself.
 */
const REMOVED = `addEventListener('install',()=>skipWaiting());addEventListener('activate',e=>e.waitUntil((async()=>{
for(const k of await caches.keys())if(k.startsWith('joule-'))await caches.delete(k);await registration.unregister()})()))`

/** Search engines cut longer descriptions. */
const DESCRIPTION_MAX = 160

async function showPage(c: Context<AppEnv>, name: SitePageName) {
  const { db, language } = c.var
  const written = await db.read(pageToRead(name, language))
  const title = identityTexts[language].pages[name]
  return showText(c, { title, path: sitePagePath(name), ...written })
}

/** The text of the home page has no address of its own. */
async function showOwnPage(c: Context<AppEnv>, slug: string) {
  const { db, language } = c.var
  if (slug === HOME_TEXT) throw new AppError('not_found')
  const written = await db.read(ownPageToRead(slug, language))
  return showText(c, { title: titleIn(written, language), path: ownPagePath(slug), ...written })
}

/** A text that the owner wrote. */
interface OwnerText {
  title: string
  path: string
  body: string
  updated_at: string
}

function showText(c: Context<AppEnv>, written: OwnerText) {
  const { language } = c.var
  const { title, path, body, updated_at } = written
  const { html, hasCode } = bodyFor(body, language)
  const description = summaryOf(body, DESCRIPTION_MAX)
  return page(
    c,
    {
      title,
      description,
      canonicalPath: path,
      isReading: true,
      isText: true,
      hasCode,
      openGraph: { type: 'website', modifiedAt: updated_at },
      jsonLd: {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: title,
        description,
        url: siteOrigin(c) + path,
        inLanguage: languageOfText(body),
        dateModified: updated_at,
      },
    },
    <OwnerTextView {...{ html, language, written }} />,
  )
}

/** A page written by the owner, with the layout of a post. */
function OwnerTextView({
  written: { title, body, updated_at },
  html,
  language,
}: {
  written: OwnerText
  html: string
  language: Language
}) {
  return (
    <article class="post">
      <PageHead title={title}>
        <p>
          {identityTexts[language].changed}{' '}
          <Time value={updated_at} language={language} show="day" />
        </p>
      </PageHead>
      <PostBody html={html} lang={languageOfText(body)} />
    </article>
  )
}
