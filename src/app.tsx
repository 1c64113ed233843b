import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { accessTokensApi } from '#features/accounts/access-tokens/api.ts'
import { appsApi } from '#features/accounts/apps/api.ts'
import { appEndpointPages } from '#features/accounts/apps/endpoint-pages.ts'
import { appPages } from '#features/accounts/apps/pages.tsx'
import { confirmPages } from '#features/accounts/confirmation/pages.tsx'
import { restorePages } from '#features/accounts/deletion/pages.tsx'
import { invitationsApi } from '#features/accounts/invitations/api.ts'
import { loginApi } from '#features/accounts/login/api.ts'
import { loginPages } from '#features/accounts/login/pages.tsx'
import { providersPages } from '#features/accounts/login/provider-pages.tsx'
import { passkeysApi } from '#features/accounts/passkeys/api.ts'
import { profilesApi } from '#features/accounts/profiles/api.ts'
import { providersApi } from '#features/accounts/providers/api.ts'
import { recoveryApi } from '#features/accounts/recovery/api.ts'
import { recoveryPages } from '#features/accounts/recovery/pages.tsx'
import { registrationApi } from '#features/accounts/registration/api.ts'
import { registrationPages } from '#features/accounts/registration/pages.tsx'
import { secondFactorApi } from '#features/accounts/second-factor/api.ts'
import { identify } from '#features/accounts/sessions/http/identify.ts'
import { claimApi } from '#features/accounts/status/api.ts'
import { claimPages } from '#features/accounts/status/pages.tsx'
import { commentsApi, commentUploadApi } from '#features/community/comments/api.ts'
import { commentsPages } from '#features/community/comments/pages.tsx'
import { energizeApi } from '#features/community/energize/api.ts'
import { favoritesApi } from '#features/community/favorites/api.ts'
import { favoritesPages } from '#features/community/favorites/pages.tsx'
import { followsApi } from '#features/community/follows/api.ts'
import { followsPages } from '#features/community/follows/pages.ts'
import { liveApi } from '#features/community/live/api.ts'
import { addConcern, notifyLive } from '#features/community/live/http/notify-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { reactionsApi } from '#features/community/reactions/api.ts'
import { reportsApi } from '#features/community/reports/api.ts'
import { reportsPages } from '#features/community/reports/pages.tsx'
import { viewsApi } from '#features/community/views/api.ts'
import { blocksApi } from '#features/core/blocks/api.ts'
import { refreshIdentity, siteLanguages } from '#features/core/identity/http/refresh-identity.ts'
import { knownLanguages, siteIdentity } from '#features/core/identity/identity.ts'
import { imagesRoute } from '#features/core/images/api.ts'
import { unsubscribePages } from '#features/core/mail/pages.tsx'
import { notificationsApi } from '#features/core/notifications/api.ts'
import { pushApi } from '#features/core/push/api.ts'
import { page } from '#features/core/shell/page.tsx'
import { RequestFigures } from '#features/core/site/http/request-figures.ts'
import { lookPages } from '#features/core/site/look-pages.ts'
import { energyApi } from '#features/economy/energy/api.ts'
import { levelsApi } from '#features/economy/levels/api.ts'
import { adminApis, adminPages } from '#features/operations/admin/index.ts'
import {
  adminRedirectsApi,
  adminRedirectsPages,
} from '#features/operations/admin/redirects/routes.tsx'
import { healthRoute } from '#features/operations/health/api.ts'
import { sendEvents } from '#features/operations/webhooks/http/send-events.ts'
import { apiReference } from '#features/pages/api-reference/pages.tsx'
import { exportPages, exportsApi } from '#features/pages/exports/api.ts'
import { helpPages } from '#features/pages/help/pages.tsx'
import { postListPages } from '#features/pages/home/list-pages.tsx'
import { tagPages } from '#features/pages/home/tag-pages.tsx'
import { mcpPages } from '#features/pages/mcp/pages.ts'
import { messagesPages } from '#features/pages/messages/pages.tsx'
import { historyPages } from '#features/pages/reading/history.tsx'
import { readingPages } from '#features/pages/reading/pages.tsx'
import { seriesPages } from '#features/pages/series/pages.tsx'
import { settingsApi } from '#features/pages/settings/api.ts'
import { settingsPages } from '#features/pages/settings/pages.tsx'
import { sitePages } from '#features/pages/site-pages/pages.tsx'
import { spaceApi, spacePages } from '#features/pages/space/pages.tsx'
import { studioApi, studioFiguresApi, studioRevisionsApi } from '#features/pages/studio/api.ts'
import { studioLettersPages } from '#features/pages/studio/letters/pages.tsx'
import {
  studioAnalyticsPages,
  studioImportPages,
  studioPages,
  studioRevisionsPages,
  studioSeriesPages,
} from '#features/pages/studio/pages.tsx'
import { studioWritePages } from '#features/pages/studio/write/write-pages.tsx'
import { welcomePages } from '#features/pages/welcome/pages.tsx'
import { letterPages, lettersApi } from '#features/publishing/letters/routes.tsx'
import { feedPages } from '#features/publishing/lists/feed-pages.ts'
import { listLanguageOf, listLanguagePages } from '#features/publishing/lists/http/list-language.ts'
import { postsApi, postUploadApi } from '#features/publishing/posts/api.ts'
import { redirectOldPath } from '#features/publishing/redirects/http/redirect-old-path.ts'
import { searchApi } from '#features/publishing/search/api.ts'
import { searchPages } from '#features/publishing/search/pages.tsx'
import { seriesApi } from '#features/publishing/series/api.ts'
import { tagsApi } from '#features/publishing/tags/api.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { EDITION } from '#web/assets.ts'
import { cachePolicy } from '#web/cache/cache-policy.ts'
import { edgeCache, openEdgeCache } from '#web/cache/edge-cache.ts'
import { serveReadyResponses } from '#web/cache/fast-path/ready-responses.ts'
import { compressFeeds } from '#web/compress-feeds.ts'
import { errorResponses } from '#web/errors/errors.tsx'
import { refuseImageRequests } from '#web/guards/image-requests.ts'
import { fairShare } from '#web/limits/fair-share.ts'
import { observe } from '#web/observe.ts'
import { type IsOwnPath, ownPaths, refuseOtherMethods } from '#web/own-paths.ts'
import { requestContext } from '#web/request-context.ts'
import { securityHeaders } from '#web/security-headers.ts'
import { drainRefusedBodies } from '#web/validation/request-body.ts'

// In the order of the areas. No two routes match the same path (test/routes/access.test.ts), so the
// order only affects the API reference.
const apis = [
  blocksApi,
  notificationsApi,
  pushApi,
  energyApi,
  levelsApi,
  accessTokensApi,
  appsApi,
  secondFactorApi,
  passkeysApi,
  profilesApi,
  invitationsApi,
  registrationApi,
  loginApi,
  claimApi,
  providersApi,
  recoveryApi,
  searchApi,
  postsApi,
  postUploadApi,
  seriesApi,
  tagsApi,
  lettersApi,
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
  exportsApi,
  spaceApi,
  ...adminApis,
]
const pages = [
  letterPages,
  lookPages,
  unsubscribePages,
  imagesRoute,
  loginPages,
  registrationPages,
  restorePages,
  claimPages,
  providersPages,
  confirmPages,
  recoveryPages,
  appPages,
  appEndpointPages,
  searchPages,
  tagPages,
  feedPages,
  listLanguagePages,
  commentsPages,
  followsPages,
  favoritesPages,
  reportsPages,
  postListPages,
  seriesPages,
  welcomePages,
  readingPages,
  historyPages,
  studioPages,
  studioWritePages,
  studioRevisionsPages,
  studioAnalyticsPages,
  studioSeriesPages,
  studioImportPages,
  studioLettersPages,
  settingsPages,
  exportPages,
  spacePages,
  messagesPages,
  helpPages,
  sitePages,
  healthRoute,
  ...adminPages,
]

/** The composition root: global middleware in order, then every mount. */
export function createApp(clock: Clock = systemClock, edition: string = EDITION): Hono<AppEnv> {
  const cache = openEdgeCache(edition, listLanguageOf, knownLanguages)
  const figures = new RequestFigures()
  const isOwnPath: IsOwnPath = (path) => ownPaths(app)(path)
  const { respondToError, respondNotFound } = errorResponses(page, redirectOldPath(isOwnPath))
  const app: Hono<AppEnv> = new Hono<AppEnv>()
    .onError(respondToError)
    .notFound(respondNotFound)
    .use(
      edgeCache(cache),
      observe(figures),
      requestContext(clock, { siteLanguages, news: noNews, addConcern, tell: notifyLive }),
      securityHeaders(
        async ({ var: { db, now } }) => (await siteIdentity(db, now)).external_images,
      ),
      cachePolicy,
      drainRefusedBodies,
      refreshIdentity,
      identify,
      fairShare(),
      refuseImageRequests,
      refuseOtherMethods(() => app),
      sendEvents,
    )
  for (const api of apis) app.route('/api', api)
  for (const page of pages) app.route('/', page)
  app.route('/api', adminRedirectsApi(isOwnPath))
  app.route('/', adminRedirectsPages(isOwnPath))
  app.route('/api', apiReference(app))
  app.route('/', mcpPages(app))
  serveReadyResponses(app, cache, clock, figures)
  compressFeeds(app)
  return app
}
