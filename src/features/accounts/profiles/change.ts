import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { command, type Database, found, type Group, group, one } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { Task } from '#db/schema/economy.ts'
import {
  acceptReview,
  chargeRename,
  needsProfileReview,
  type PendingReview,
  pendingReview,
  RENAME_COST,
  retireAvatar,
  SignatureInput,
  submitReview,
} from '#features/accounts/profiles/review.ts'
import { refuseMisleadingName, UsernameInput } from '#features/accounts/profiles/usernames.ts'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { storeImage } from '#features/core/images/store.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { requireVoice, type Viewer, type ViewerId } from '#features/core/people/viewer.ts'
import { settingIsOn, settingOf } from '#features/core/site/settings.ts'
import { completeTask, tasksOf } from '#features/economy/levels/tasks.ts'
import { AppError } from '#kernel/errors.ts'

export const ProfileInput = z.object({
  username: UsernameInput.optional(),
  signature: SignatureInput.optional(),
})

interface ChangedProfile {
  /** The viewer after the change. */
  viewer: Viewer
  /** Null if the change is already in effect, or if nothing changes. */
  review: PendingReview | null
}

/**
 * Changes the profile, or submits the change for review: if `audit.enabled` is on, or if the change
 * has a blocked word.
 */
export async function changeProfile(
  db: Database,
  viewer: Viewer,
  input: z.infer<typeof ProfileInput>,
  now: Date,
): Promise<ChangedProfile> {
  const change = {
    username: input.username === viewer.username ? null : (input.username ?? null),
    signature: input.signature === viewer.signature ? null : (input.signature ?? null),
  }
  if (change.username === null && change.signature === null) return { viewer, review: null }
  requireVoice(viewer, now)
  if (change.username !== null)
    refuseMisleadingName(change.username, (await siteIdentity(db, now)).name)
  // If the balance is negative, the ledger refuses only entries with a cost. The first name costs
  // nothing, so the balance is checked here.
  if (change.username !== null && isRename(viewer, change.username) && viewer.energy < 0)
    throw new AppError('energy_negative')
  const waits = await needsProfileReview(db, viewer, change, now)
  const { review, facts } = await db.read({
    change: command([
      submitReview(viewer.uid, change, now),
      ...(change.username === null ? [] : [chargeRename(viewer.uid, now)]),
      ...(waits ? [] : acceptReview(viewer.uid, change, now)),
    ]),
    review: pendingReview(viewer.uid),
    facts: one(sql<Pick<Viewer, 'username' | 'signature' | 'exp' | 'energy'>>`
      SELECT username, signature, exp, energy FROM users WHERE uid = ${viewer.uid}`),
  })
  return { viewer: { ...viewer, ...facts }, review }
}

/**
 * Whether a name is another name. A name with the same key is not: only upper and lower case
 * differ.
 */
function isRename({ username }: Viewer, wanted: string): boolean {
  return username === null || usernameKey(username) !== usernameKey(wanted)
}

interface ChangedAvatar {
  /** The key of the avatar that is shown now; null if there is none. */
  key: string | null
  /** Null if the new avatar is already shown. */
  review: PendingReview | null
}

/**
 * Changes the avatar, or submits it for review if `audit.enabled` is on. A file that is refused is
 * not stored. Open pages still show the old image, so the clean-up deletes it only a day later.
 */
export async function setAvatar(
  db: Database,
  compute: Compute,
  bucket: R2Bucket,
  viewer: Viewer,
  file: Uint8Array,
  now: Date,
): Promise<ChangedAvatar> {
  requireVoice(viewer, now)
  const isReviewed = await settingIsOn(db, 'audit.enabled', now)
  if (isReviewed && (await db.read(pendingReview(viewer.uid))) !== null)
    throw new AppError('review_pending')
  const avatar = await compute.run('avatar', file, 'file')
  const { key } = await storeImage(db, bucket, viewer, 'avatar', avatar, now)
  if (isReviewed) {
    const change = { username: null, signature: null, avatar: key }
    const { review } = await db.read({
      change: command([submitReview(viewer.uid, change, now)]),
      review: pendingReview(viewer.uid),
    })
    return { key: viewer.avatar_key, review }
  }
  await db.batch([
    retireAvatar(viewer.uid, now),
    sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${viewer.uid}`,
    ...completeTask(viewer.uid, 'avatar', now),
  ])
  return { key, review: null }
}

export function fediverseOf(viewer: ViewerId): Group<string | null> {
  const row = found(
    sql<Pick<User, 'fediverse'>>`SELECT fediverse FROM users WHERE uid = ${viewer.uid}`,
  )
  return group({ row }, ({ row: { fediverse } }) => fediverse)
}

export interface OwnProfile {
  /** Whether admins review changes. */
  isReviewed: boolean
  review: PendingReview | null
  fediverse: string | null
  /** The tasks that still give the viewer a reward. */
  open: Record<Task, boolean>
  /** The energy that the next change of the username costs. */
  renameCost: number
}

/** The profile of the viewer, for the settings. */
export async function ownProfile(db: Database, viewer: Viewer): Promise<OwnProfile> {
  const { isReviewed, review, done, fediverse } = await db.read({
    isReviewed: settingOf('audit.enabled'),
    review: pendingReview(viewer.uid),
    done: tasksOf(viewer.uid),
    fediverse: fediverseOf(viewer),
  })
  const open = { avatar: !done.avatar, username: !done.username, signature: !done.signature }
  return { isReviewed, review, fediverse, open, renameCost: open.username ? 0 : RENAME_COST }
}
