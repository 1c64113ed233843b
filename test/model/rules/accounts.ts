import {
  accepted,
  act,
  type Draw,
  done,
  type Expected,
  made,
  ok,
  oneOf,
  person,
  refusal,
  refuse,
} from '../act.ts'
import {
  found,
  isAdmin,
  isSilent,
  PASSWORD,
  type Person,
  personNamed,
  type Site,
} from '../state.ts'
import { endGrants } from './apps.ts'
import { energyOf, gainExp, levelOf, move } from './energy.ts'
import { invitationOrNone, isValid } from './invitations.ts'
import { addSystemNotice } from './notices.ts'
import { adminCall } from './review.ts'

const RENAME_COST = 6
export const PEOPLE_MAX = 9
const DAY = 24 * 60 * 60_000
/** 0 means that an admin must lift it. */
const days = oneOf(0, 0, 1, 9)

/** Few names, so that people compete for them. Each run uses different names. */
const name = oneOf('ant', 'bee', 'cat', 'dog')
const nameIn = ({ people }: Site, wanted: string) => `${wanted}${[...people.keys()][0]}`
const admin = oneOf('an admin', 'an admin', 'another user')

/**
 * The newest challenge that was solved for an earlier registration, a newly solved one, or none.
 */
const proof = oneOf('none', 'new', 'new', 'last')
const PROOF_LIFETIME = 20 * 60_000

/**
 * A user whose profile waits for review and whose review id is known: registration with a name does
 * not return it.
 */
const waiting: Draw<number> = {
  arbitrary: person.arbitrary,
  pick: ({ people }, drawn) => {
    const all = [...people.values()].filter(({ review }) => review !== null && review.id > 0)
    return all[Number(drawn) % all.length]?.uid ?? null
  },
}

export const accountActs = {
  register: act(
    'POST /api/auth/register',
    2,
    { name, isNamed: oneOf(true, false), code: invitationOrNone, proof },
    (drawn, site) => {
      const { name, isNamed, code } = drawn
      if (site.people.size >= PEOPLE_MAX) return null
      const proof = site.challenged ? drawn.proof : 'none'
      const email = `p${[...site.people.keys()][0]}x${site.people.size}-${site.now}@example.com`
      const username = isNamed ? nameIn(site, name) : null
      return {
        by: null,
        request: 'POST /api/auth/register',
        body: {
          email,
          password: PASSWORD,
          ...(username !== null && { username }),
          ...(code !== '' && { invitation: code }),
          ...(proof !== 'none' && { challenge: proof }),
        },
        rule(site, { json }) {
          if (proof === 'new') site.proof = { at: site.now, isSpent: false }
          if (site.challenged && (proof === 'none' || !isFresh(site)))
            return refuse('challenge_failed')
          if (code !== '' && !isValid(site, code)) return refuse('validation_failed')
          if (username !== null && isTaken(site, username, 0)) return refuse('username_taken')
          if (site.challenged && site.proof !== null) site.proof.isSpent = true
          const uid = json?.user?.uid
          if (code !== '') site.invitations.get(code)?.joined.push(uid)
          site.people.set(
            uid,
            personNamed(uid, { email, username: null, exp: 0, role: 'user', since: site.now }),
          )
          if (username !== null) changeProfile(site, found(site.people, uid), { username }, json)
          const { exp } = found(site.people, uid)
          return made({
            user: {
              exp,
              energy: 0,
              role: 'user',
              status: 'active',
              username: found(site.people, uid).username,
            },
          })
        },
      }
    },
  ),
  'log in': act(
    'POST /api/auth/login',
    1,
    { isRight: oneOf(true, false) },
    ({ by, isRight }, site) => ({
      by: null,
      request: 'POST /api/auth/login',
      body: {
        email: found(site.people, by).email,
        password: (isRight && found(site.people, by).password) || 'incorrect horse battery',
      },
      rule(site) {
        const { uid, exp, isBanned, password } = found(site.people, by)
        const user = {
          uid,
          exp,
          energy: energyOf(site, uid),
          status: isBanned ? 'banned' : 'active',
        }
        return isRight && password !== null ? ok({ user }) : refuse('invalid_credentials')
      },
    }),
  ),
  'change the password': act(
    'PUT /api/settings/password',
    1,
    { wanted: oneOf(PASSWORD, 'correct battery horse staple') },
    ({ by, wanted }, site) => {
      const { password } = found(site.people, by)
      return {
        request: 'PUT /api/settings/password',
        body: { ...(password !== null && { current_password: password }), new_password: wanted },
        rule(site) {
          found(site.people, by).password = wanted
          endGrants(site, { user: by })
          addSystemNotice(site, 'password_changed', by, null, null)
          return done()
        },
      }
    },
  ),
  // The user restores the account immediately. The erasure has its own tests.
  'leave and come back': act('POST /api/settings/delete-account', 1, {}, ({ by }, site) => {
    const { password, role } = found(site.people, by)
    if (role === 'owner') return null
    return {
      request: 'POST /api/settings/delete-account',
      body: password === null ? {} : { password },
      rule(site) {
        endGrants(site, { user: by })
        return ok()
      },
    }
  }),
  'choose a name': act('PUT /api/settings/profile', 3, { name }, ({ by, name }, site) => {
    const username = nameIn(site, name)
    return profileCall(by, { username })
  }),
  'sign oneself': act(
    'PUT /api/settings/profile',
    2,
    { signature: oneOf('Words', 'Others', '') },
    ({ by, signature }) => profileCall(by, { signature }),
  ),
  'decide on a profile': act(
    ['POST /api/admin/profile-reviews/:id/approve', 'POST /api/admin/profile-reviews/:id/reject'],
    3,
    { target: waiting, admin, isFine: oneOf(true, false) },
    ({ by, target, admin, isFine }, site) => {
      const id = found(site.people, target).review?.id
      const path = `profile-reviews/${id}/${isFine ? 'approve' : 'reject'}`
      return adminCall(site, [by, admin], 'POST', path, {}, (site, who) =>
        decide(site, who, found(site.people, target), id ?? 0, isFine),
      )
    },
  ),
  ban: act(
    'PUT /api/admin/users/:uid/status',
    2,
    { target: person, admin, isBanned: oneOf(false, false, true), days },
    ({ by, target, admin, isBanned, days = 0 }, site) => {
      const body = { status: isBanned ? 'banned' : 'active', ...(days > 0 && { days }) }
      return adminCall(
        site,
        [by, admin],
        'PUT',
        `users/${target}/status`,
        body,
        (site, who) => setBan(site, who, found(site.people, target), isBanned, days) ?? ok(),
      )
    },
  ),
  silence: act(
    'PUT /api/admin/users/:uid/silence',
    2,
    { target: person, admin, isSilenced: oneOf(true, true, false), days },
    ({ by, target, admin, isSilenced, days }, site) => {
      const body = { silenced: isSilenced, ...(days > 0 && { days }) }
      return adminCall(site, [by, admin], 'PUT', `users/${target}/silence`, body, (site, who) =>
        setSilence(site, who, found(site.people, target), isSilenced, days),
      )
    },
  ),
  'give a role': act(
    'PUT /api/admin/users/:uid/role',
    1,
    { target: person, isAdmin: oneOf(true, false) },
    ({ by, target, isAdmin }, site) => {
      if (found(site.people, target).role === 'owner') return null
      const role = isAdmin ? 'admin' : 'user'
      return {
        request: `PUT /api/admin/users/${target}/role`,
        needs: 'owner',
        body: { role },
        rule(site) {
          const them = found(site.people, target)
          if (them.role === role) return ok({ role })
          if (isAdmin && them.isBanned) return refuse('invalid_transition')
          them.role = role
          addSystemNotice(site, 'role_changed', target, null, by)
          return ok({ role })
        },
      }
    },
  ),
}

/** A challenge works once. A refused registration does not use it up. */
function isFresh({ proof, now }: Site): boolean {
  return proof !== null && !proof.isSpent && proof.at + PROOF_LIFETIME > now
}

/**
 * Owners cannot be banned, and admins cannot ban admins. A ban of a banned user changes nothing.
 */
export function setBan(
  site: Site,
  by: number,
  them: Person,
  isBanned: boolean,
  days = 0,
): Expected | null {
  if (mayNotRestrict(site, by, them) || them.isBanned === isBanned)
    return refuse('invalid_transition')
  them.isBanned = isBanned
  them.banEnds = isBanned && days > 0 ? site.now + days * DAY : null
  them.statusChanges += 1
  endGrants(site, { user: them.uid })
  addSystemNotice(site, 'status_changed', them.uid, null, by)
  return null
}

/** A silence whose time is over counts as none. Sessions stay open. */
function setSilence(
  site: Site,
  by: number,
  them: Person,
  isSilenced: boolean,
  days: number,
): Expected {
  if (mayNotRestrict(site, by, them) || isSilent(site, them.uid) === isSilenced)
    return refuse('invalid_transition')
  them.isSilenced = isSilenced
  them.silenceEnds = isSilenced && days > 0 ? site.now + days * DAY : null
  addSystemNotice(site, 'silence_changed', them.uid, null, by)
  return ok()
}

function mayNotRestrict(site: Site, by: number, them: Person): boolean {
  return them.role === 'owner' || (isAdmin(them) && found(site.people, by).role !== 'owner')
}

interface Wish {
  username?: string
  signature?: string
}

function profileCall(by: number, wish: Wish) {
  return {
    request: 'PUT /api/settings/profile',
    body: wish,
    rule(site: Site, given: { json: { review?: { id: number } } | null }) {
      return changeProfile(site, found(site.people, by), wish, given.json)
    },
  }
}

/**
 * The first name is free. While review is on, the change waits and its price is paid; otherwise it
 * takes effect.
 */
function changeProfile(
  site: Site,
  them: Person,
  wish: Wish,
  response: { review?: { id: number } } | null,
): Expected {
  const username =
    wish.username === undefined || wish.username === them.username ? null : wish.username
  const signature =
    wish.signature === undefined || wish.signature === them.signature ? null : wish.signature
  const user = () => ({
    exp: them.exp,
    energy: energyOf(site, them.uid),
    level: levelOf(them),
    username: them.username,
  })
  // Other upper and lower case is no rename.
  const isRename = username !== null && username.toLowerCase() !== them.username?.toLowerCase()
  if (username === null && signature === null) return ok({ review: null, user: user() })
  const refused = refusal(
    isSilent(site, them.uid) && 'silenced',
    them.review !== null && 'review_pending',
    isRename && energyOf(site, them.uid) < 0 && 'energy_negative',
    username !== null && isTaken(site, username, them.uid) && 'username_taken',
  )
  if (refused) return refused
  const cost = isRename && them.tasks.has('username') ? RENAME_COST : 0
  if (cost > 0) move(site, them.uid, -cost, 'rename')
  if (site.audit) {
    them.review = { id: response?.review?.id ?? 0, username, signature, cost }
    return accepted({ review: { status: 'pending', username, signature, cost }, user: user() })
  }
  takeEffect(site, them, username, signature)
  return ok({ review: null, user: user() })
}

function takeEffect(
  site: Site,
  them: Person,
  username: string | null,
  signature: string | null,
): void {
  if (username !== null) them.username = username
  if (signature !== null) them.signature = signature
  if (username) firstTime(site, them, 'username')
  if (signature) firstTime(site, them, 'signature')
}

function firstTime(site: Site, them: Person, task: string): void {
  if (them.tasks.has(task)) return
  them.tasks.add(task)
  gainExp(site, them.uid, 10)
}

function decide(site: Site, by: number, them: Person, id: number, isFine: boolean): Expected {
  const { review } = them
  if (review?.id !== id) return refuse('invalid_transition')
  them.review = null
  if (isFine) takeEffect(site, them, review.username, review.signature)
  else if (review.cost > 0) move(site, them.uid, review.cost, 'rename_refund')
  addSystemNotice(site, isFine ? 'profile_approved' : 'profile_rejected', them.uid, null, by)
  return ok({ status: isFine ? 'approved' : 'rejected' })
}

/** A name in a pending review is taken too. */
function isTaken({ people }: Site, username: string, by: number): boolean {
  return [...people.values()].some(
    (them) => them.uid !== by && (them.username === username || them.review?.username === username),
  )
}
