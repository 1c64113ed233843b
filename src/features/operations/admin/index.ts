import {
  adminAnomaliesApi,
  adminAnomaliesPages,
} from '#features/operations/admin/anomalies/routes.tsx'
import { adminAppsApi, adminAppsPages } from '#features/operations/admin/apps/routes.tsx'
import {
  adminCommentsApi,
  adminCommentsPages,
} from '#features/operations/admin/comments/routes.tsx'
import {
  adminContentRulesApi,
  adminContentRulesPages,
} from '#features/operations/admin/content-rules/routes.tsx'
import { adminDataPages } from '#features/operations/admin/data/routes.tsx'
import { adminEnergyApi, adminEnergyPages } from '#features/operations/admin/energy/routes.tsx'
import { adminExportsApi, adminExportsPages } from '#features/operations/admin/exports/routes.tsx'
import { adminFiguresApi, adminFiguresPages } from '#features/operations/admin/figures/routes.tsx'
import {
  adminIdentityApi,
  adminIdentityPages,
} from '#features/operations/admin/identity/routes.tsx'
import { adminImagesApi } from '#features/operations/admin/images/routes.ts'
import {
  adminInvitationsApi,
  adminInvitationsPages,
} from '#features/operations/admin/invitations/routes.tsx'
import { adminLayoutPages } from '#features/operations/admin/layout/routes.tsx'
import { adminLettersApi, adminLettersPages } from '#features/operations/admin/letters/routes.tsx'
import { adminLogApi, logPages } from '#features/operations/admin/log/routes.tsx'
import { adminMailApi, adminMailPages } from '#features/operations/admin/mail/routes.tsx'
import {
  adminOverviewApi,
  adminOverviewPages,
} from '#features/operations/admin/overview/routes.tsx'
import {
  adminOwnPagesApi,
  adminOwnPagesPages,
} from '#features/operations/admin/own-pages/routes.tsx'
import { adminPeopleApi, adminPeoplePages } from '#features/operations/admin/people/routes.tsx'
import { adminPostsApi, adminPostsPages } from '#features/operations/admin/posts/routes.tsx'
import { adminReportsApi, adminReportsPages } from '#features/operations/admin/reports/routes.tsx'
import { adminSearchApi, adminSearchPages } from '#features/operations/admin/search/routes.tsx'
import { adminSetupApi, adminSetupPages } from '#features/operations/admin/setup/routes.tsx'
import { adminSignInApi, adminSignInPages } from '#features/operations/admin/sign-in/routes.tsx'
import { adminSiteApi, adminSitePages } from '#features/operations/admin/site/routes.tsx'
import { adminTagPages, adminTagsApi } from '#features/operations/admin/tags/routes.tsx'
import {
  adminWebhooksApi,
  adminWebhooksPages,
} from '#features/operations/admin/webhooks/routes.tsx'

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
  adminFiguresApi,
  adminExportsApi,
  adminSetupApi,
  adminIdentityApi,
  adminOwnPagesApi,
  adminTagsApi,
  adminImagesApi,
  adminSiteApi,
  adminSignInApi,
  adminAppsApi,
  adminMailApi,
  adminLettersApi,
  adminWebhooksApi,
  adminSearchApi,
]

export const adminPages = [
  adminDataPages,
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
  adminFiguresPages,
  adminExportsPages,
  adminSetupPages,
  adminIdentityPages,
  adminOwnPagesPages,
  adminLayoutPages,
  adminTagPages,
  adminSitePages,
  adminSignInPages,
  adminAppsPages,
  adminMailPages,
  adminLettersPages,
  adminWebhooksPages,
  adminSearchPages,
]
