import { act, type Draw, done, made, oneOf, refuse } from '../act.ts'
import { found, type Invitation, isAdmin, type Site } from '../state.ts'
import { levelOf } from './energy.ts'

const DAY = 86_400_000
const INVITER_LEVEL = 2
const OPEN_MAX = 5

/** The nth newest invitation of the site, used up or not. Null if there is none. */
const invitation: Draw<string> = {
  arbitrary: oneOf(0, 1, 2, 3).arbitrary,
  pick: ({ invitations }, drawn) =>
    [...invitations.keys()].reverse()[Number(drawn) % (invitations.size || 1)] ?? null,
}

/** As above, but mostly no invitation: an empty text. */
export const invitationOrNone: Draw<string> = {
  arbitrary: oneOf(0, 1, 2, 3, 4, 5).arbitrary,
  pick: (site, drawn) => (Number(drawn) > 2 ? '' : (invitation.pick(site, drawn) ?? '')),
}

export const invitationActs = {
  invite: act(
    'POST /api/invitations',
    3,
    { uses: oneOf(1, 2), days: oneOf(1, 30) },
    ({ by, uses, days }) => ({
      request: 'POST /api/invitations',
      body: { uses, days },
      rule(site, { json }) {
        const person = found(site.people, by)
        const { uid } = person
        if (levelOf(person) < INVITER_LEVEL && !isAdmin(person)) return refuse('level_too_low')
        const open = [...site.invitations.values()].filter(
          (one) => one.creator === uid && isOpen(site, one),
        )
        if (open.length >= OPEN_MAX) return refuse('rate_limited')
        const expiresAt = site.now + days * DAY
        site.invitations.set(json?.code, {
          creator: uid,
          uses,
          joined: [],
          expiresAt,
          isRevoked: false,
        })
        return made({ expires_at: new Date(expiresAt).toISOString() })
      },
    }),
  ),
  'revoke an invitation': act(
    'DELETE /api/invitations/:code',
    2,
    { code: invitation },
    ({ by, code }) => ({
      request: `DELETE /api/invitations/${code}`,
      rule(site) {
        const known = site.invitations.get(code)
        if (known?.creator !== by || known.isRevoked) return refuse('not_found')
        known.isRevoked = true
        // The site deletes an unused invitation.
        if (known.joined.length === 0) site.invitations.delete(code)
        return done()
      },
    }),
  ),
}

/** Whether a person can register with it. */
export function isValid(site: Site, code: string): boolean {
  const known = site.invitations.get(code)
  return known !== undefined && isOpen(site, known) && !found(site.people, known.creator).isBanned
}

function isOpen({ now }: Site, { uses, joined, expiresAt, isRevoked }: Invitation): boolean {
  return !isRevoked && joined.length < uses && expiresAt > now
}
