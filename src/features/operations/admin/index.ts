import { adminAnomaliesApi } from '#features/operations/admin/anomalies/api.ts'
import { adminAnomaliesPages } from '#features/operations/admin/anomalies/pages.tsx'
import { adminAppsApi } from '#features/operations/admin/apps/api.ts'
import { adminAppsPages } from '#features/operations/admin/apps/pages.tsx'
import { adminCommentsApi } from '#features/operations/admin/comments/api.ts'
import { adminCommentsPages } from '#features/operations/admin/comments/pages.tsx'
import { adminContentRulesApi } from '#features/operations/admin/content-rules/api.ts'
import { adminContentRulesPages } from '#features/operations/admin/content-rules/pages.tsx'
import { adminEnergyApi } from '#features/operations/admin/energy/api.ts'
import { adminEnergyPages } from '#features/operations/admin/energy/pages.tsx'
import { adminIdentityApi } from '#features/operations/admin/identity/api.ts'
import { adminIdentityPages } from '#features/operations/admin/identity/pages.tsx'
import { adminInvitationsApi } from '#features/operations/admin/invitations/api.ts'
import { adminInvitationsPages } from '#features/operations/admin/invitations/pages.tsx'
import { adminLogApi } from '#features/operations/admin/log/api.ts'
import { logPages } from '#features/operations/admin/log/pages.tsx'
import { adminMailApi } from '#features/operations/admin/mail/api.ts'
import { adminMailPages } from '#features/operations/admin/mail/pages.tsx'
import { adminOverviewApi } from '#features/operations/admin/overview/api.ts'
import { adminOverviewPages } from '#features/operations/admin/overview/pages.tsx'
import { adminPeopleApi } from '#features/operations/admin/people/api.ts'
import { adminPeoplePages } from '#features/operations/admin/people/pages.tsx'
import { adminPostsApi } from '#features/operations/admin/posts/api.ts'
import { adminPostsPages } from '#features/operations/admin/posts/pages.tsx'
import { adminReportsApi } from '#features/operations/admin/reports/api.ts'
import { adminReportsPages } from '#features/operations/admin/reports/pages.tsx'
import { adminSignInApi } from '#features/operations/admin/sign-in/api.ts'
import { adminSignInPages } from '#features/operations/admin/sign-in/pages.tsx'
import { adminSiteApi } from '#features/operations/admin/site/api.ts'
import { adminSitePages } from '#features/operations/admin/site/pages.tsx'
import { adminTagsApi } from '#features/operations/admin/tags/api.ts'
import { adminTagPages } from '#features/operations/admin/tags/plain-pages.ts'

/** All admin APIs. app.tsx mounts them under /api. */
export const adminApis = [
  adminPostsApi,
  adminReportsApi,
  adminCommentsApi,
  adminPeopleApi,
  adminInvitationsApi,
  adminContentRulesApi,
  adminAnomaliesApi,
  adminEnergyApi,
  adminLogApi,
  adminOverviewApi,
  adminIdentityApi,
  adminTagsApi,
  adminSiteApi,
  adminSignInApi,
  adminAppsApi,
  adminMailApi,
]

export const adminPages = [
  adminPostsPages,
  adminReportsPages,
  adminCommentsPages,
  adminPeoplePages,
  adminInvitationsPages,
  adminContentRulesPages,
  adminAnomaliesPages,
  adminEnergyPages,
  logPages,
  adminOverviewPages,
  adminIdentityPages,
  adminTagPages,
  adminSitePages,
  adminSignInPages,
  adminAppsPages,
  adminMailPages,
]
