import { adminCommentsApi } from '#features/admin/comments/api.ts'
import { adminCommentsPages } from '#features/admin/comments/pages.tsx'
import { adminEnergyApi } from '#features/admin/energy/api.ts'
import { adminEnergyPages } from '#features/admin/energy/pages.tsx'
import { adminIdentityApi } from '#features/admin/identity/api.ts'
import { adminIdentityPages } from '#features/admin/identity/pages.tsx'
import { adminSitePagesApi } from '#features/admin/identity/pages-api.ts'
import { adminPinnedApi } from '#features/admin/identity/pinned-api.ts'
import { adminLogApi } from '#features/admin/log/api.ts'
import { moderationPages } from '#features/admin/log/moderation-pages.tsx'
import { adminLogPages } from '#features/admin/log/pages.tsx'
import { adminMailApi } from '#features/admin/mail/api.ts'
import { adminMailPages } from '#features/admin/mail/pages.tsx'
import { adminOverviewApi } from '#features/admin/overview/api.ts'
import { adminOverviewPages } from '#features/admin/overview/pages.tsx'
import { adminPeopleApi } from '#features/admin/people/api.ts'
import { adminPeoplePages } from '#features/admin/people/pages.tsx'
import { adminProfileReviewsApi } from '#features/admin/people/profile-reviews-api.ts'
import { adminProfileReviewsPages } from '#features/admin/people/profile-reviews-pages.tsx'
import { adminPostsApi } from '#features/admin/posts/api.ts'
import { adminPostsPages } from '#features/admin/posts/pages.tsx'
import { adminReportsApi } from '#features/admin/reports/api.ts'
import { adminReportsPages } from '#features/admin/reports/pages.tsx'
import { adminSiteApi } from '#features/admin/site/api.ts'
import { adminSitePages } from '#features/admin/site/pages.tsx'
import { adminTagsApi } from '#features/admin/tags/api.ts'
import { adminTagPages } from '#features/admin/tags/plain-pages.ts'

/** Every room of the house. Mounted by app.tsx under /api. */
export const adminApis = [
  adminPostsApi,
  adminReportsApi,
  adminCommentsApi,
  adminPeopleApi,
  adminProfileReviewsApi,
  adminEnergyApi,
  adminLogApi,
  adminOverviewApi,
  adminIdentityApi,
  adminSitePagesApi,
  adminPinnedApi,
  adminTagsApi,
  adminSiteApi,
  adminMailApi,
]

export const adminPages = [
  adminPostsPages,
  adminReportsPages,
  adminCommentsPages,
  adminPeoplePages,
  adminProfileReviewsPages,
  adminEnergyPages,
  adminLogPages,
  moderationPages,
  adminOverviewPages,
  adminIdentityPages,
  adminTagPages,
  adminSitePages,
  adminMailPages,
]
