import { sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'
import { type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { remember } from '#features/core/site/state.ts'

/** Setup steps of a new owner in display order, each with the page on which it is done. */
export const STEPS = {
  username: '/settings?tab=profile',
  name: '/admin/identity#name',
  logo: '/admin/identity#logo',
  rules: '/admin/identity#pages',
  post: '/studio/write',
  mail: '/admin/mail',
  backup: '/admin/site-settings#backups-enabled',
  domain: 'https://developers.cloudflare.com/workers/configuration/routing/custom-domains/',
} as const

export type Step = keyof typeof STEPS

/** Steps and whether they are done, without steps that this site does not need. */
export type Checklist = Partial<Record<Step, boolean>>

/** The setup state that is stored in the database. */
export type FirstSteps = Pick<Identity, 'name' | 'logo_key' | 'pages'> & { hasPost: boolean }

export const readFirstSteps: Group<FirstSteps | null> = group(
  {
    dismissed: one(sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'checklist'`),
    identity: wholeIdentity,
    // By any author: on a demo site or an imported one, visitors already have posts to read.
    post: one(sql`
      SELECT 1 FROM posts INDEXED BY posts_new WHERE status = 'approved' AND deleted_at IS NULL LIMIT 1`),
  },
  ({ dismissed, identity, post }) => (dismissed ? null : { ...identity, hasPost: post !== null }),
)

/** Null if all steps are done or the owner dismissed the checklist. */
export function checklistOf(
  steps: FirstSteps | null,
  {
    hasUsername,
    hasMail,
    hasBackup,
    hasDomain,
  }: Record<'hasUsername' | 'hasMail' | 'hasBackup' | 'hasDomain', boolean>,
): Checklist | null {
  if (steps === null) return null
  const done = {
    username: hasUsername,
    name: steps.name !== null,
    logo: steps.logo_key !== null,
    rules: steps.pages.includes('rules'),
    post: steps.hasPost,
    mail: hasMail,
    backup: hasBackup,
    ...(!hasDomain && { domain: false }),
  }
  return Object.values(done).every(Boolean) ? null : done
}

export const dismissChecklist = remember('checklist', 'dismissed')
