import { sql } from 'drizzle-orm'
import { type Database, found, type Group, group, type Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { remember } from '#features/core/site/state.ts'
import { isOwner } from '#kernel/roles.ts'

/** The steps of a new owner, in the order of the list. */
export const SETUP_STEPS = [
  'language',
  'username',
  'name',
  'post',
  'registration',
  'mail',
  'backup',
  'domain',
  'invite',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const SETUP_PATH = '/admin/setup'

interface SetupRow {
  is_closed: 0 | 1
  settled: string
  name: string | null
  has_post: 0 | 1
  backs_up: 0 | 1
  has_company: 0 | 1
}

export type StoredSetup = Omit<SetupRow, 'settled'> & { settled: SetupStep[] }

export const storedSetup: Group<StoredSetup> = group(
  {
    // Posts by any author count: on a demo site or an imported one, visitors already have something
    // to read.
    row: found(sql<SetupRow>`
      SELECT EXISTS (SELECT 1 FROM site_state WHERE key = 'checklist') AS is_closed,
        coalesce((SELECT value FROM site_state WHERE key = 'checklist-settled'), '[]') AS settled,
        (SELECT name FROM site_identity WHERE id = 1) AS name,
        EXISTS (SELECT 1 FROM posts INDEXED BY posts_new WHERE status = 'approved' AND deleted_at IS NULL) AS has_post,
        (SELECT value FROM site_settings WHERE key = 'backups.enabled') AS backs_up,
        EXISTS (SELECT 1 FROM users WHERE role <> 'owner') OR EXISTS (SELECT 1 FROM invitations) AS has_company`),
  },
  ({ row: { settled, ...stored } }) => ({ ...stored, settled: JSON.parse(settled) }),
)

export interface Setup {
  /** `settled`: the owner decided to leave the step as it is. */
  steps: Record<SetupStep, 'done' | 'settled' | 'open'>
  /** The first open step. Null if there is none. */
  next: SetupStep | null
  finished: number
  /** Whether visitors have nothing to read yet. */
  isEmpty: boolean
  isClosed: boolean
}

interface SetupContext {
  hasMail: boolean
  origin: string
}

export function setupOf(
  stored: StoredSetup,
  owner: Viewer,
  { hasMail, origin }: SetupContext,
): Setup {
  const done: Record<SetupStep, boolean> = {
    // The default may be right, so the step is done when the owner has saved it once.
    language: stored.settled.includes('language'),
    username: owner.username !== null,
    name: stored.name !== null,
    post: stored.has_post === 1,
    // Every value of the setting is valid, so the step is done when the owner says so.
    registration: stored.settled.includes('registration'),
    mail: hasMail,
    backup: stored.backs_up === 1,
    domain: addressKind(origin) === 'own',
    invite: stored.has_company === 1,
  }
  const stateOf = (step: SetupStep) => {
    if (done[step]) return 'done'
    return stored.settled.includes(step) ? 'settled' : 'open'
  }
  const steps = Object.fromEntries(
    SETUP_STEPS.map((step) => [step, stateOf(step)]),
  ) as Setup['steps']
  const open = SETUP_STEPS.filter((step) => steps[step] === 'open')
  return {
    steps,
    next: open[0] ?? null,
    finished: SETUP_STEPS.length - open.length,
    isEmpty: stored.has_post === 0,
    isClosed: stored.is_closed === 1,
  }
}

/**
 * The set-up list for the viewer of a page. Null if the list is closed or the viewer is not an
 * owner.
 */
export async function openSetup(
  db: Database,
  viewer: Viewer | null,
  context: SetupContext,
): Promise<Setup | null> {
  if (viewer === null || !isOwner(viewer)) return null
  const setup = setupOf(await db.read(storedSetup), viewer, context)
  return setup.isClosed ? null : setup
}

/**
 * The kind of the site's address: `local` for this machine or network, `shared` for a subdomain of
 * workers.dev, `own` for a domain of the owner.
 */
export function addressKind(origin: string): 'local' | 'shared' | 'own' {
  const { hostname } = new URL(origin)
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.(localhost|local)$/.test(hostname)) return 'local'
  return hostname.endsWith('.workers.dev') ? 'shared' : 'own'
}

export const closeSetup = remember('checklist', 'dismissed')

export function settleStep(step: SetupStep): Statement {
  return sql`
    INSERT INTO site_state (key, value) VALUES ('checklist-settled', json_array(${step}))
    ON CONFLICT (key) DO UPDATE SET value = json_insert(value, '$[#]', ${step})
    WHERE NOT EXISTS (SELECT 1 FROM json_each(site_state.value) settled WHERE settled.value = ${step})`
}

/**
 * The first page after a login: the set-up list while the site is not usable without it, else the
 * home page.
 */
export async function firstPage(db: Database, viewer: Viewer): Promise<string> {
  if (!isOwner(viewer)) return '/'
  const { is_closed, has_post } = await db.read(storedSetup)
  const isNeeded = has_post === 0 || viewer.username === null
  return isNeeded && is_closed === 0 ? SETUP_PATH : '/'
}
