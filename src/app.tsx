import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { accessTokensApi } from '#features/access-tokens/api.ts'
import { accountsApi } from '#features/accounts/api.ts'
import { accountsPages } from '#features/accounts/pages.tsx'
import { passkeyLoginApi } from '#features/accounts/passkey-api.ts'
import { accountsPlainPages } from '#features/accounts/plain-pages.tsx'
import { recoveryApi } from '#features/accounts/recovery-api.ts'
import { recoveryPages } from '#features/accounts/recovery-pages.tsx'
import { adminApis, adminPages } from '#features/admin/index.ts'
import { blocksApi } from '#features/blocks/api.ts'
import { commentsApi } from '#features/comments/api.ts'
import { commentsPages } from '#features/comments/pages.tsx'
import { commentUploadApi } from '#features/comments/upload-api.ts'
import { energizeApi } from '#features/energize/api.ts'
import { energyApi } from '#features/energy/api.ts'
import { favoritesApi } from '#features/favorites/api.ts'
import { favoritesPages } from '#features/favorites/pages.tsx'
import { followsApi } from '#features/follows/api.ts'
import { followsPages } from '#features/follows/pages.ts'
import { identityPages } from '#features/identity/pages.tsx'
import { imagesRoute } from '#features/images/api.ts'
import { levelsApi } from '#features/levels/api.ts'
import { levelsPages } from '#features/levels/pages.tsx'
import { liveApi } from '#features/live/api.ts'
import { unsubscribePages } from '#features/mail/pages.tsx'
import { notificationsApi } from '#features/notifications/api.ts'
import { notificationsPages } from '#features/notifications/pages.tsx'
import { passkeysApi } from '#features/passkeys/api.ts'
import { postsApi } from '#features/posts/api.ts'
import { postListPages } from '#features/posts/list-pages.tsx'
import { machinesPages } from '#features/posts/machines-pages.ts'
import { tagPages } from '#features/posts/tag-pages.tsx'
import { tagsApi } from '#features/posts/tags-api.ts'
import { postUploadApi } from '#features/posts/upload-api.ts'
import { profilesApi } from '#features/profiles/api.ts'
import { reactionsApi } from '#features/reactions/api.ts'
import { readingPages } from '#features/reading/pages.tsx'
import { reportsApi } from '#features/reports/api.ts'
import { searchApi } from '#features/search/api.ts'
import { searchPages } from '#features/search/pages.tsx'
import { secondFactorApi } from '#features/second-factor/api.ts'
import { settingsApi } from '#features/settings/api.ts'
import { noticeMailApi } from '#features/settings/notice-mail-api.ts'
import { notifyPrefsApi } from '#features/settings/notify-prefs-api.ts'
import { settingsPages } from '#features/settings/pages.tsx'
import { healthRoute } from '#features/site/api.ts'
import { lookPages } from '#features/site/look-pages.ts'
import { spaceApi } from '#features/space/api.ts'
import { spacePages } from '#features/space/pages.tsx'
import { studioAnalyticsPages } from '#features/studio/analytics-pages.tsx'
import { studioApi } from '#features/studio/api.ts'
import { studioFiguresApi } from '#features/studio/figures-api.ts'
import { studioPages } from '#features/studio/pages.tsx'
import { studioRevisionsApi } from '#features/studio/revisions-api.ts'
import { studioRevisionsPages } from '#features/studio/revisions-pages.tsx'
import { studioWritePages } from '#features/studio/write-pages.tsx'
import { viewsApi } from '#features/views/api.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { EDITION } from '#web/assets.ts'
import { answerAtOnce } from '#web/at-once.ts'
import { cachePolicy } from '#web/cache-policy.ts'
import { edgeCache, openEdgeCache } from '#web/edge-cache.ts'
import { answerError, answerNotFound } from '#web/errors.tsx'
import { identify } from '#web/identify.ts'
import { observe, tellCost } from '#web/observe.ts'
import { refusePictureRequests } from '#web/picture-requests.ts'
import { apiReference } from '#web/reference/pages.tsx'
import { drainRefusedBodies } from '#web/request-body.ts'
import { requestContext } from '#web/request-context.ts'
import { RequestFigures } from '#web/request-figures.ts'
import { securityHeaders } from '#web/security-headers.ts'

// In the order of the features. No two routes answer the same address (test/routes/order.test.ts), so another order would
// change nothing but that of the API reference.
const apis = [
  blocksApi,
  notificationsApi,
  energyApi,
  levelsApi,
  accessTokensApi,
  secondFactorApi,
  passkeysApi,
  profilesApi,
  accountsApi,
  passkeyLoginApi,
  recoveryApi,
  searchApi,
  postsApi,
  postUploadApi,
  tagsApi,
  commentsApi,
  commentUploadApi,
  reactionsApi,
  followsApi,
  favoritesApi,
  energizeApi,
  viewsApi,
  liveApi,
  reportsApi,
  studioApi,
  studioFiguresApi,
  studioRevisionsApi,
  settingsApi,
  notifyPrefsApi,
  noticeMailApi,
  spaceApi,
  ...adminApis,
]
const pages = [
  healthRoute,
  lookPages,
  identityPages,
  notificationsPages,
  unsubscribePages,
  imagesRoute,
  levelsPages,
  accountsPages,
  accountsPlainPages,
  recoveryPages,
  searchPages,
  postListPages,
  tagPages,
  machinesPages,
  commentsPages,
  followsPages,
  favoritesPages,
  readingPages,
  studioPages,
  studioWritePages,
  studioRevisionsPages,
  studioAnalyticsPages,
  settingsPages,
  spacePages,
  ...adminPages,
]

/** The composition root: the life of a request, then every mount. */
export function createApp(clock: Clock = systemClock, edition: string = EDITION): Hono<AppEnv> {
  const cache = openEdgeCache(edition)
  const figures = new RequestFigures()
  const app: Hono<AppEnv> = new Hono<AppEnv>()
    .onError(answerError)
    .notFound(answerNotFound)
    .use(
      edgeCache(cache),
      tellCost,
      observe(figures),
      requestContext(clock),
      securityHeaders,
      cachePolicy,
      drainRefusedBodies,
      identify((request, env, context) => app.fetch(request, env, context)),
      refusePictureRequests,
    )
  for (const api of apis) app.route('/api', api)
  for (const page of pages) app.route('/', page)
  app.route('/api', apiReference(app))
  answerAtOnce(app, cache, clock, figures)
  return app
}
