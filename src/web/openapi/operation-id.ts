/**
 * The name of a route in generated clients, such as `listPosts` or `likePost`. Derived from method and path; routes with an
 * irregular path are in the table below.
 */
export function operationIdOf(method: string, path: string): string {
  return NAMES[`${method} ${path}`] ?? derived(method, path.split('/').slice(2))
}

/** Segments that name an area of the site, not a resource. */
const AREAS: ReadonlySet<string> = new Set(['settings', 'auth'])

function derived(method: string, segments: string[]): string {
  const isOne = segments.at(-1)?.startsWith(':') ?? false
  // The last resource is one of several if its id follows it.
  const names = segments.flatMap((segment, n) => {
    if (segment.startsWith(':') || AREAS.has(segment)) return []
    return pascal(segments[n + 1]?.startsWith(':') ? singular(segment) : segment)
  })
  const last = names.pop() ?? ''
  const before = names.join('')
  const isAction = method === 'POST' && (segments.at(-2)?.startsWith(':') || names.length === 0) && !isPlural(last)
  if (isAction) return lower(last) + before
  if (method === 'POST' && isPlural(last)) return `create${before}${singular(last)}`
  const verb = { GET: isPlural(last) && !isOne ? 'list' : 'get', PUT: 'update', DELETE: 'delete' }[method] ?? 'post'
  return verb + before + last
}

function isPlural(name: string): boolean {
  return /s$/.test(name) && !/(?:ss|status)$/i.test(name)
}

function singular(name: string): string {
  return isPlural(name) ? name.replace(/s$/, '') : name
}

function pascal(segment: string): string {
  return segment
    .split(/[-.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

export const NAMES: Readonly<Record<string, string>> = {
  'GET /api/messages/unread': 'getUnreadCount',
  'POST /api/messages/read-all': 'readAllMessages',
  'POST /api/level/checkin': 'checkIn',
  'POST /api/settings/totp': 'createTotp',
  'POST /api/settings/totp/confirm': 'confirmTotp',
  'POST /api/settings/passkeys/options': 'createPasskeyRegistrationOptions',
  'POST /api/settings/avatar': 'uploadAvatar',
  'GET /api/auth/csrf': 'getCsrfToken',
  'POST /api/auth/login/verify': 'verifyLogin',
  'POST /api/auth/refresh': 'refreshSession',
  'POST /api/auth/passkey/options': 'createPasskeyLoginOptions',
  'POST /api/auth/passkey': 'loginWithPasskey',
  'POST /api/auth/confirm': 'confirmIdentity',
  'POST /api/settings/email/verify': 'sendEmailVerification',
  'GET /api/search': 'search',
  'GET /api/search/suggestions': 'suggestSearches',
  'POST /api/posts/upload-image': 'uploadPostImage',
  'POST /api/posts/:id/comments': 'commentOnPost',
  'GET /api/posts/:id/comments/:root_id/replies': 'listCommentReplies',
  'POST /api/comments/:id/reply': 'replyToComment',
  'GET /api/users/search': 'searchUsers',
  'POST /api/comments/upload-image': 'uploadCommentImage',
  'GET /api/users/:uid/following': 'listUserFollowing',
  'POST /api/folders/:id/posts': 'addPostToFolder',
  'DELETE /api/folders/:id/posts/:postId': 'removePostFromFolder',
  'POST /api/energy/energize': 'energizePost',
  'POST /api/energize': 'energizePostByAlias',
  'POST /api/posts/:id/view': 'countPostView',
  'GET /api/live': 'openLiveSocket',
  'GET /api/posts/:id/live': 'openPostLiveSocket',
  'GET /api/studio/trends': 'getStudioTrends',
  'POST /api/posts/:id/submit': 'submitPostByAlias',
  'POST /api/settings/sessions/destroy-others': 'deleteOtherSessions',
  'GET /api/settings/notify-prefs': 'getNotificationPreferences',
  'GET /api/settings/providers': 'listOwnProviders',
  'PUT /api/settings/notify-prefs': 'updateNotificationPreference',
  'GET /api/settings/notice-mail': 'getMailPreferences',
  'PUT /api/settings/notice-mail': 'updateMailPreferences',
  'GET /api/settings/export': 'exportData',
  'GET /api/settings/export.zip': 'exportDataAsZip',
  'GET /api/settings/export-ghost.zip': 'exportPostsForGhost',
  'GET /api/settings/exports/:id': 'getExportStatus',
  'GET /api/settings/exports/:id/file': 'downloadExport',
  'POST /api/admin/posts/:id/seen': 'markAdminPostSeen',
  'POST /api/admin/posts/batch': 'decideAdminPosts',
  'POST /api/admin/comments/batch-delete': 'deleteAdminComments',
  'POST /api/admin/users/:uid/hide': 'hideAdminUserContent',
  'DELETE /api/admin/users/:uid/hide': 'restoreAdminUserContent',
  'POST /api/admin/users/:uid/reset-link': 'createAdminUserResetLink',
  'POST /api/admin/energy/adjust': 'adjustEnergy',
  'GET /api/admin/energy/named': 'findAdminUsersByName',
  'GET /api/admin/energy/logs.csv': 'exportAdminEnergyLogs',
  'GET /api/admin/audit-log': 'listAdminAuditLog',
  'POST /api/admin/checklist/dismiss': 'dismissAdminChecklist',
  'POST /api/admin/invariants/run': 'runAdminInvariants',
  'POST /api/admin/identity/logo': 'uploadAdminIdentityLogo',
  'PUT /api/admin/site-settings': 'updateAdminSiteSetting',
  'PUT /api/admin/redirects': 'setAdminRedirect',
  'DELETE /api/admin/redirects': 'deleteAdminRedirect',
  'GET /api/admin/redirects.csv': 'exportAdminRedirects',
  'POST /api/admin/redirects/csv': 'uploadAdminRedirects',
  'POST /api/admin/mail/test': 'sendAdminTestMail',
  'GET /api/openapi.json': 'getOpenApiDocument',
  'GET /api/docs': 'getApiReference',
}
