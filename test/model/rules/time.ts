import { found, isAdmin, isSilent, type Site } from '../state.ts'
import { endExpiredGrants, endGrants } from './apps.ts'
import { levelOf } from './energy.ts'
import { addLikeNotices, addSystemNotice } from './notices.ts'
import { goTo, hasPassed, isReviewed } from './post-states.ts'
import { carryOut } from './review.ts'
import { notePublications, tellFollowers } from './series.ts'

const DAY = 24 * 60 * 60_000

/**
 * Waiting times in minutes: within the edit time, beyond it, past midnight, beyond the time in the
 * bin.
 */
export const WAITS = [10, 16, 13 * 60, 8 * 24 * 60, 31 * 24 * 60]

/** Browsers limit cookies to 400 days from the real time, so the site sets no longer ones. */
const LONGEST = 300 * DAY

export const mayWait = ({ start, now }: Site): boolean => now - start < LONGEST

/**
 * Every minute: bans and silences end, and scheduled drafts are submitted at their time, and their
 * authors get a notice.
 */
export function cronOfTheMinute(site: Site): void {
  endRestrictions(site)
  for (const post of site.posts.values()) {
    if (post.publishAt === null || post.publishAt > site.now) continue
    const author = found(site.people, post.author)
    if (author.isBanned || isSilent(site, author.uid) || levelOf(author) === 0) {
      post.publishAt = null
      addSystemNotice(site, 'post_not_published', author.uid, post.id, null)
      continue
    }
    const isWaiting = isReviewed(site, author.uid) && !hasPassed(post)
    goTo(post, isWaiting ? 'pending' : 'approved')
    addSystemNotice(
      site,
      isWaiting ? 'post_submitted' : 'post_published',
      author.uid,
      post.id,
      null,
    )
  }
  applyApprovals(site)
  notePublications(site)
  tellFollowers(site)
  endExpiredGrants(site)
}

/** A post returns to the queue if the admin has lost the role. */
function applyApprovals(site: Site): void {
  for (const post of site.posts.values()) {
    const { held } = post
    if (held === null || held.dueAt > site.now) continue
    const admin = found(site.people, held.by)
    post.held = null
    if (isAdmin(admin) && !admin.isBanned) carryOut(site, post, 'approve', held.by)
  }
}

/** Bans and silences end at their time, with a notice. The end of a ban ends all sessions. */
function endRestrictions(site: Site): void {
  for (const them of site.people.values()) {
    if (them.isBanned && them.banEnds !== null && them.banEnds <= site.now) {
      Object.assign(them, { isBanned: false, banEnds: null, statusChanges: them.statusChanges + 1 })
      endGrants(site, { user: them.uid })
      addSystemNotice(site, 'status_changed', them.uid, null, null)
    }
    if (them.isSilenced && them.silenceEnds !== null && them.silenceEnds <= site.now) {
      Object.assign(them, { isSilenced: false, silenceEnds: null })
      addSystemNotice(site, 'silence_changed', them.uid, null, null)
    }
  }
}

/** The other jobs: like notices, and erasure of posts after thirty days in the bin. */
export function cron(site: Site): void {
  cronOfTheMinute(site)
  for (const uid of site.people.keys()) addLikeNotices(site, uid)
  for (const post of site.posts.values()) {
    if (post.deletedAt !== null && post.deletedAt + 30 * DAY <= site.now) post.isInBin = false
  }
}
