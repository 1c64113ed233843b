import {
  act,
  type Draw,
  done,
  type Expected,
  type Given,
  type Made,
  ok,
  oneOf,
  post,
  refusal,
  refuse,
} from '../act.ts'
import {
  found,
  isAdmin,
  isRestorable,
  ownerIn,
  type Post,
  type PostStatus,
  type Site,
} from '../state.ts'
import { addSystemNotice } from './notices.ts'
import { goTo, hide, scheduleAt } from './post-states.ts'

type Move = 'approve' | 'reject' | 'lock' | 'unlock' | 'seen'

/** The statuses from which each move is allowed. */
const FROM: Record<Exclude<Move, 'seen'>, PostStatus[]> = {
  approve: ['pending'],
  reject: ['pending'],
  /** A draft only if it was public. */
  lock: ['approved', 'pending', 'rejected', 'draft'],
  unlock: ['locked'],
}
const EVENT = {
  approve: 'post_approved',
  reject: 'post_rejected',
  lock: 'post_locked',
  unlock: 'post_unlocked',
}
const HOLD = 30_000
/** Mostly an admin, sometimes a user without the role. */
const admin = oneOf('an admin', 'an admin', 'an admin', 'another user')
const seen = oneOf('nothing', 'the present', 'an older one')

const FIELDS = {
  'audit.enabled': 'audit',
  'review.newcomers': 'newcomers',
  'comments.enabled': 'commentsOn',
  'registration.challenge': 'challenged',
} as const

export const reviewActs = {
  approve: moveAct(5, 'approve'),
  reject: moveAct(3, 'reject'),
  lock: moveAct(2, 'lock'),
  unlock: moveAct(3, 'unlock'),
  'mark as seen': moveAct(1, 'seen'),
  'approve several': act(
    'POST /api/admin/approvals',
    4,
    { post, other: post, admin },
    ({ by, post, other, admin }, site) => {
      const ids = [...new Set([post, other])]
      const body = { posts: ids.map((id) => ({ id })) }
      return adminCall(site, [by, admin], 'POST', 'approvals', body, (site, who, given) => {
        const items = ids.map((id) => {
          const it = found(site.posts, id)
          if (it.deletedAt !== null) return { id, ok: false, code: 'not_found' }
          if (it.status !== 'pending' || it.held !== null)
            return { id, ok: false, code: 'invalid_transition' }
          it.held = { by: who, batch: given.json.id, dueAt: site.now + HOLD }
          return { id, ok: true }
        })
        return ok({ items })
      })
    },
  ),
  'take back approvals': act(
    'DELETE /api/admin/approvals/:batch',
    2,
    { admin },
    ({ by, admin }, site) => {
      const batch = [...site.posts.values()].find(({ held }) => held !== null)?.held?.batch
      if (batch === undefined) return null
      return adminCall(site, [by, admin], 'DELETE', `approvals/${batch}`, {}, (site) => {
        const held = [...site.posts.values()].filter((it) => it.held?.batch === batch)
        for (const it of held) it.held = null
        return held.length === 0 ? refuse('not_found') : ok({ count: held.length })
      })
    },
  ),
  'delete as admin': act(
    'DELETE /api/admin/posts/:id',
    1,
    { post, admin },
    ({ by, post, admin }, site) =>
      adminCall(site, [by, admin], 'DELETE', `posts/${post}`, {}, (site, who) =>
        onPost(site, post, isRestorable, (it) => {
          deletePostAsAdmin(site, it, who)
          return done()
        }),
      ),
  ),
  'switch review': settingAct(2, 'audit.enabled', oneOf(false, false, true)),
  'switch newcomer review': settingAct(1, 'review.newcomers', oneOf(false, true)),
  'switch the challenge': settingAct(1, 'registration.challenge', oneOf(true, false)),
  'switch comments': settingAct(1, 'comments.enabled', oneOf(true, true, false)),
}

/** The lock of a post, also used by decisions on reports. */
export function lock(site: Site, post: Post, by: number): void {
  post.lockedFrom = post.status
  goTo(post, 'locked')
  post.isUnseen = false
  addSystemNotice(site, 'post_locked', post.author, post.id, by)
}

/** Also used by decisions on reports. */
export function deletePostAsAdmin(site: Site, post: Post, by: number): void {
  hide(site, post, false)
  addSystemNotice(site, 'post_deleted', post.author, post.id, by)
}

function moveAct(weight: number, move: Move) {
  return act(
    `POST /api/admin/posts/:id/${move}`,
    weight,
    { post, admin, seen },
    ({ by, post, admin, seen }, site) => {
      const { version } = found(site.posts, post)
      const sent = {
        nothing: undefined,
        'the present': version,
        'an older one': version - 1 || version + 1,
      }[seen]
      const body = {
        version: sent,
        ...((move === 'reject' || move === 'lock') && { reason: 'the model' }),
      }
      return adminCall(site, [by, admin], 'POST', `posts/${post}/${move}`, body, (site, who) =>
        onPost(site, post, move === 'lock' ? isRestorable : isStanding, (it) => {
          const isAllowed =
            move === 'seen' ? it.isUnseen : FROM[move].includes(it.status) && !isPrivateDraft(it)
          const refused = refusal(
            !isAllowed && 'invalid_transition',
            sent !== undefined && sent !== it.version && 'version_conflict',
          )
          if (refused) return refused
          carryOut(site, it, move, who)
          return ok({ status: it.status, version: it.version })
        }),
      )
    },
  )
}

export function carryOut(site: Site, post: Post, move: Move, by: number): void {
  if (move === 'lock') {
    lock(site, post, by)
    return
  }
  if (move === 'seen') {
    post.isUnseen = false
    post.version += 1
    return
  }
  if (move === 'approve' && post.waits && post.plan !== null && post.plan > site.now) {
    scheduleAt(post, post.plan, true)
    addSystemNotice(site, 'post_approved_for_later', post.author, post.id, by)
    return
  }
  goTo(
    post,
    move === 'approve'
      ? 'approved'
      : move === 'reject'
        ? 'rejected'
        : (post.lockedFrom ?? 'approved'),
  )
  post.lockedFrom = null
  addSystemNotice(site, EVENT[move], post.author, post.id, by)
}

/** A request of an admin, or of the drawn user. `rule` gets the sender. */
export function adminCall(
  { people }: Site,
  [by, wanted]: [by: number, wanted: string],
  method: string,
  path: string,
  body: object,
  rule: (site: Site, who: number, given: Given) => Expected,
): Made {
  const admins = [...people.values()].filter((person) => isAdmin(person) && !person.isBanned)
  const who = wanted === 'an admin' ? (admins[by % admins.length]?.uid ?? by) : by
  return {
    by: who,
    request: `${method} /api/admin/${path}`,
    needs: 'admin',
    body,
    rule: (site, given) => rule(site, who, given),
  }
}

const isPrivateDraft = ({ status, wasPublic }: Post): boolean => status === 'draft' && !wasPublic

const isStanding = ({ deletedAt }: Post): boolean => deletedAt === null

/** Locks and deletions also apply in the bin. */
function onPost(
  site: Site,
  id: number,
  isThere: (post: Post) => boolean,
  then: (post: Post) => Expected,
): Expected {
  const post = found(site.posts, id)
  return isThere(post) ? then(post) : refuse('not_found')
}

function settingAct(weight: number, key: keyof typeof FIELDS, isOn: Draw<boolean>) {
  return act('PUT /api/admin/site-settings', weight, { isOn }, ({ isOn }, site) => ({
    by: ownerIn(site),
    request: 'PUT /api/admin/site-settings',
    needs: 'owner',
    body: { key, value: isOn },
    rule(site) {
      site[FIELDS[key]] = isOn
      return ok({ [key]: isOn })
    },
  }))
}
