import { repliesTo } from './rules/comments.ts'
import { energyOf } from './rules/energy.ts'
import { hasPassed } from './rules/post-states.ts'
import { followersOf, followingOf, subscribersOf, taggedPosts } from './rules/reactions.ts'
import { figuresOf } from './rules/reading.ts'
import { publicIn } from './rules/series.ts'
import { isRestorable, type Site } from './state.ts'

/**
 * All facts of the model, one per line. `factsOfSite` lists the same facts from the tables of the
 * site.
 */
export function factsOfModel(site: Site): string[] {
  return [
    `setting audit.enabled: ${site.audit ? 'on' : 'off'}`,
    ...[...site.invitations].flatMap(([code, { creator, uses, joined, isRevoked }]) => [
      ...joined.map((uid) => `invited by ${creator} with ${code}: ${uid}`),
      // The cron deletes old, unused ones.
      ...(joined.length > 0
        ? [`invitation ${code}: ${joined.length} of ${uses}${isRevoked ? ', revoked' : ''}`]
        : []),
    ]),
    `setting review.newcomers: ${site.newcomers ? 'on' : 'off'}`,
    `setting comments.enabled: ${site.commentsOn ? 'on' : 'off'}`,
    `setting registration.challenge: ${site.challenged ? 'on' : 'off'}`,
    ...[...site.consents].map(([pair, scopes]) => `consent ${pair}: ${[...scopes].join(' ')}`),
    ...site.grants.map(
      ({ user, app, isExchanged, expiresAt, tokens }) =>
        `grant ${user}>${app}: ${isExchanged ? 'exchanged' : 'open'}, ${tokens.length} tokens, until ${momentOf(expiresAt)}`,
    ),
    ...[...site.people.values()].flatMap((person) => {
      const { uid, isSilenced, zones, review } = person
      const state = `${person.role}, ${person.isBanned ? 'banned' : 'active'}`
      return [
        `login of ${uid}: ${person.password === null ? 'no password' : 'password'}, ${person.isVerified ? 'verified' : 'unverified'}`,
        ...[...person.identities].map(
          ([provider, subject]) => `identity ${subject} at ${provider}: ${uid}`,
        ),
        `user ${uid}: ${person.exp} exp, ${energyOf(site, uid)} energy, ${person.username}, ${state}, ${followersOf(site, uid)} followers, follows ${followingOf(site, uid)}`,
        `signed ${uid} ${person.signature}`,
        `restrictions of ${uid}: ${momentOf(person.banEnds)}, ${isSilenced ? 'silenced' : 'free'}, ${momentOf(person.silenceEnds)}`,
        `zones of ${uid}: ${zones.time_zone}, ${zones.browser_time_zone}`,
        `lists of ${uid}: ${person.listsArePublic ? 'public' : 'hidden'}`,
        ...[...person.off].map((kind) => `${uid} has turned off ${kind}`),
        ...[...person.tasks].map((task) => `task ${uid} ${task}`),
        ...[...person.checkIns].map((day) => `check-in ${uid} ${day}`),
        ...[...person.energizeExp].map(([day, exp]) => `exp of ${uid} on ${day}: ${exp}`),
        ...(review ? [`review ${uid} ${review.username} ${review.signature} ${review.cost}`] : []),
      ]
    }),
    ...[...site.posts.values()].flatMap((post) => {
      const { id, deletedAt, isInBin, publishAt, plan, waits, importKey, isUnseen, held } = post
      const imported =
        importKey !== null && isRestorable(post) ? [`post ${id} is import ${importKey}`] : []
      if (deletedAt !== null)
        return [...imported, `post ${id} is deleted${isInBin ? ', in the bin' : ''}`]
      const { title, status, version, ...counts } = figuresOf(site, post)
      return [
        ...imported,
        `post ${id} is called ${title}`,
        `post ${id}: ${status} ${version} ${Object.values(counts).join(' ')}${isUnseen ? ' unseen' : ''}`,
        ...(publishAt === null
          ? []
          : [
              `post ${id} at ${new Date(publishAt).toISOString()}${hasPassed(post) ? ', approved' : ''}`,
            ]),
        ...(held === null
          ? []
          : [`approval of post ${id} by ${held.by} at ${new Date(held.dueAt).toISOString()}`]),
        ...(plan === null
          ? []
          : [`plan of post ${id}: ${new Date(plan).toISOString()}${waits ? ', waits' : ''}`]),
      ]
    }),
    ...[...site.posts.values()].flatMap(({ id, likes, dislikes, energy }) => [
      ...[...likes.keys()].map((uid) => `like ${uid} ${id}`),
      ...[...dislikes].map((uid) => `dislike ${uid} ${id}`),
      ...[...energy].map(([uid, amount]) => `energy ${uid} ${id} ${amount}`),
    ]),
    ...[...site.comments.values()].flatMap(({ id, post, root, author, isDeleted, likes, body }) => [
      ...(isDeleted ? [] : [`comment ${id} says ${body}`]),
      `comment ${id} ${post} ${root} ${author}: ${isDeleted ? 'deleted' : `${likes.size} likes`}, ${root === null ? repliesTo(site, id) : 0} replies`,
    ]),
    ...[...site.folders.values()].flatMap(({ id, owner, isPublic, posts }) => [
      `folder ${id} ${owner}: ${posts.size}${isPublic ? ', public' : ''}`,
      ...[...posts].map((post) => `saved ${id} ${post}`),
    ]),
    ...[...site.follows].map((pair) => `follow ${pair}`),
    ...[...site.letters].map(([pair, cadence]) => `letters ${pair}: ${cadence}`),
    ...[...site.people.keys()].flatMap((uid) => {
      const count = subscribersOf(site, uid)
      return count > 0 ? [`author ${uid} has ${count} subscribers`] : []
    }),
    ...[...site.tagFollowers].map((uid) => `${uid} follows ${site.tag}`),
    ...[...site.series.values()].flatMap(({ id, owner, version, posts, followers }) => [
      `series ${id} of ${owner}: version ${version}, ${publicIn(site, posts)} parts, ${followers.size} followers`,
      ...posts.map(
        (post, at) =>
          `post ${post} in series ${id}: ${at + 1}, part ${publicIn(site, posts.slice(0, at)) + 1}`,
      ),
      ...[...followers].map((uid) => `${uid} follows series ${id}`),
    ]),
    ...(taggedPosts(site) > 0 ? [`posts with ${site.tag}: ${taggedPosts(site)}`] : []),
    ...[...site.blocks].map((pair) => `block ${pair}`),
    ...site.ledger.map(({ uid, amount, reason }) => `ledger ${uid} ${amount} ${reason}`),
    ...site.reports.map(
      ({ by, kind, id, isOpen }) => `report ${by} ${kind} ${id} ${isOpen ? 'open' : 'closed'}`,
    ),
    ...new Set(
      site.reports
        .filter(({ isOpen, said }) => isOpen && said !== null)
        .map(({ kind, id, said }) => `copy of ${kind} ${id}: ${said}`),
    ),
    ...site.notices.map(
      ({ to, kind, about, by, isRead, detail }) =>
        `notice ${to} ${kind} ${about} ${by} ${isRead ? 'read' : 'unread'} ${detail}`,
    ),
  ].sort()
}

const momentOf = (moment: number | null) =>
  moment === null ? 'null' : new Date(moment).toISOString()

/** Facts that only one of the two has; empty if they agree. */
export function differences(model: string[], site: string[]): string[] {
  const left = [...site]
  const missing = model.filter((fact) => {
    const at = left.indexOf(fact)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map((fact) => `only the model: ${fact}`),
    ...left.map((fact) => `only the site: ${fact}`),
  ]
}
