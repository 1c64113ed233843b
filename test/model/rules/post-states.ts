import { found, isAdmin, isPublic, type Post, type Site } from '../state.ts'
import { levelOf } from './energy.ts'
import { takeOut } from './series.ts'

/**
 * A deleted post leaves folders and inboxes. Its likes send no more notices, even after it is
 * restored.
 */
export function hide(site: Site, post: Post, isInBin: boolean): void {
  post.deletedAt = site.now
  post.isInBin = isInBin
  post.version += 1
  Object.assign(post, { publishAt: null, plan: null, waits: false, held: null })
  for (const folder of site.folders.values()) folder.posts.delete(post.id)
  for (const series of site.series.values()) takeOut(series, post.id)
  site.notices = site.notices.filter(
    ({ kind, about }) => kind !== 'NotifyLikeAggregated' || about !== post.id,
  )
  post.notified = new Map()
  for (const day of daysOfLikes(post)) post.notified.set(day, (post.notified.get(day) ?? 0) + 1)
}

/** The days of likes that the author gets notices of. */
export const daysOfLikes = ({ likes, author, quietly }: Post): string[] =>
  [...likes].filter(([uid]) => uid !== author && !quietly.has(uid)).map(([, day]) => day)

/** Review for everyone, or for a newcomer with fewer than two public posts. */
export function isReviewed(site: Site, uid: number): boolean {
  const author = found(site.people, uid)
  const isOld = site.now - author.since >= 24 * 3_600_000 && author.checkIns.size >= 2
  const isNew = !isAdmin(author) && !(levelOf(author) >= 2 && isOld)
  const approved = [...site.posts.values()].filter(
    (post) => post.author === uid && isPublic(post),
  ).length
  return site.audit || (site.newcomers && isNew && approved < 2)
}

/**
 * A change of status. It cancels a scheduled publication; a submitted post keeps the time as a
 * plan.
 */
export function goTo(post: Post, status: Post['status']): void {
  if (status === 'pending') post.plan = post.publishAt ?? post.plan
  if (status === 'approved' || status === 'locked') post.plan = null
  if (status !== 'pending') post.waits = false
  post.status = status
  post.held = null
  if (status === 'approved') post.wasPublic = true
  post.version += 1
  if (status !== 'draft') post.publishAt = null
}

/** Whether an admin has approved the scheduled draft as it is now. */
export const hasPassed = ({ publishAt, passed, version }: Post): boolean =>
  publishAt !== null && passed === version

/**
 * Makes the post a draft that is published at this time. A new time keeps the approval of the same
 * text.
 */
export function scheduleAt(post: Post, at: number | null, isApproved = hasPassed(post)): void {
  goTo(post, 'draft')
  Object.assign(post, { publishAt: at, plan: null, passed: isApproved ? post.version : null })
}

export const maySee = (site: Site, by: number | null, post: Post): boolean =>
  post.deletedAt === null &&
  (isPublic(post) ||
    (by !== null && (post.author === by || found(site.people, by).role !== 'user')))
