import { found, type Site } from '../state.ts'
import { gainExp, levelOf } from './energy.ts'
import { tellLikes, tellOf } from './notices.ts'
import { goTo } from './post-states.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How long nothing happens, in minutes: within the time of an edit, beyond it, over midnight, over the time in the bin. */
export const WAITS = [10, 16, 13 * 60, 8 * 24 * 60, 31 * 24 * 60]

/** Browsers keep no cookie for more than 400 days from the real now, so the site makes none. */
const LONGEST = 300 * DAY

export const mayWait = ({ start, now }: Site): boolean => now - start < LONGEST

/** What no request does. */
export function wait(site: Site, minutes: number): void {
  site.now += minutes * MINUTE
}

/** Every minute: drafts whose time has come go the way of a submission, and their authors are told. */
export function cronOfTheMinute(site: Site): void {
  for (const post of site.posts.values()) {
    if (post.publishAt === null || post.publishAt > site.now) continue
    const author = found(site.people, post.author)
    post.publishAt = null
    if (author.isBanned || levelOf(author) === 0) {
      tellOf(site, 'post_not_published', author.uid, post.id, null)
      continue
    }
    goTo(post, site.audit ? 'pending' : 'approved')
    tellOf(site, site.audit ? 'post_submitted' : 'post_published', author.uid, post.id, null)
  }
}

/** The rest: likes are told, and what was in the bin for thirty days cannot be had back. */
export function cron(site: Site): void {
  cronOfTheMinute(site)
  for (const uid of site.people.keys()) tellLikes(site, uid)
  for (const post of site.posts.values()) {
    if (post.deletedAt !== null && post.deletedAt + 30 * DAY <= site.now) post.isInBin = false
  }
}

/** An operator sets the exp of somebody by hand. */
export function setExp(site: Site, uid: number, amount: number): void {
  gainExp(site, uid, amount)
}
