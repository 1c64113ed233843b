import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { readPublicPage } from '#features/accounts/sessions/http/identify.ts'
import type { PageFacts } from '#features/core/shell/head.ts'
import { page } from '#features/core/shell/page.tsx'
import { spaceTexts } from '#features/pages/space/text.ts'
import {
  profilePage,
  SPACE_TABS,
  type SpaceOwner,
  type SpaceTab,
  SpaceView,
  setFollowersPublic,
  spaceOwner,
} from '#features/pages/space/views.tsx'
import { openTab } from '#features/pages/space/views-tabs.tsx'
import { authorFeedPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { cached, changes } from '#web/cache/edge-cache.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json, pageQuery, pageRequest, pageUid, query } from '#web/validation/validate.ts'

export const spacePages = new Hono<AppEnv>().get(
  '/space/:uid',
  cached('tab', 'cursor'),
  lazyViewer,
  pageUid,
  query(z.object({ tab: z.string().optional(), cursor: pageQuery.cursor })),
  async (c) => {
    const { uid } = c.req.valid('param')
    const { tab: wanted, cursor } = c.req.valid('query')
    const { language } = c.var
    const request = pageRequest({ cursor })
    const { owner, show, name } = await readPublicPage(
      c,
      async (db, viewer) => {
        const name = tabFor(wanted, viewer?.uid === uid)
        const asked = {
          owner: spaceOwner(viewer, uid, language),
          show: openTab[name]({ uid, viewer, language, request }),
        }
        return { ...(await db.read(asked)), name }
      },
      ({ owner, name }) => isStranger(owner) && name !== 'followers' && name !== 'following',
    )
    const { viewer } = c.var
    const isLasting =
      name === 'articles' && cursor === undefined && owner.posts > 0 && !owner.isGone
    return page(
      c,
      {
        ...factsOf(owner, siteOrigin(c), language),
        ...(!isLasting && { robots: 'noindex' as const }),
      },
      <SpaceView owner={owner} tab={name} isSignedIn={viewer !== null} language={language}>
        {show(owner)}
      </SpaceView>,
    )
  },
)

/**
 * Whether the page shows no relation of the viewer to the owner. The lists of users show which
 * users the viewer follows.
 */
function isStranger({ isViewer, follow, between }: SpaceOwner): boolean {
  return !(isViewer || follow.i_follow || follow.follows_me || between.iBlock || between.blocksMe)
}

/** The first tab if the wanted one is unknown, or if a visitor asks for the settings. */
function tabFor(wanted: string | undefined, isOwner: boolean): SpaceTab {
  const known = (Object.keys(SPACE_TABS) as SpaceTab[]).find((name) => name === wanted)
  return known === undefined || (known === 'settings' && !isOwner) ? 'articles' : known
}

function factsOf(owner: SpaceOwner, origin: string, language: Language): PageFacts {
  const { user, signature, isGone } = owner
  const text = spaceTexts[language]
  const title = text.title(user.display_name)
  const facts: PageFacts = { title, canonicalPath: `/space/${user.uid}` }
  if (isGone) return facts
  return {
    ...facts,
    description: signature || text.description(user.display_name),
    feed: { title, path: authorFeedPath(user.uid) },
    openGraph: { type: 'profile', ...(user.avatar_url !== null && { image: user.avatar_url }) },
    jsonLd: profilePage(owner, origin),
  }
}

const PrivacyShape = z.object({ followers_public: z.boolean() })

export const spaceApi = new Hono<AppEnv>().put(
  '/space/privacy',
  write('updateSpacePrivacy', { tag: 'space', repeat: 'idempotent', tokens: true }),
  byUid,
  changes(),
  doc('Show or hide your following and followers lists', { 200: PrivacyShape }),
  json(PrivacyShape),
  async (c) => {
    const { followers_public } = c.req.valid('json')
    return c.json({
      followers_public: await setFollowersPublic(c.var.db, c.var.viewerId, followers_public),
    })
  },
)
