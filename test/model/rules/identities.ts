import { act, done, ok, oneOf, refuse, returned } from '../act.ts'
import { found, PASSWORD, type Person, personNamed, type Site } from '../state.ts'
import { PEOPLE_MAX } from './accounts.ts'
import { endConsents, endGrants } from './apps.ts'
import { addSystemNotice } from './notices.ts'

/** Few people at few providers, so that users compete for them. */
const provider = oneOf(0, 1)
const subject = oneOf('ann', 'ben', 'cem')
const keyOf = ({ providers }: Site, nth: number) => providers[nth] ?? ''

export const identityActs = {
  'connect a provider': act(
    'GET /auth/:key',
    3,
    { provider, subject },
    ({ by, provider, subject }, site) => {
      const key = keyOf(site, provider)
      return {
        request: `GET /auth/${key}?connect`,
        body: { sub: subject },
        checksIn: false,
        rule(site) {
          const them = found(site.people, by)
          if (them.isBanned) return refuse('banned')
          const known = them.identities.get(key)
          if (known === subject) return returned()
          if (known !== undefined || userOf(site, key, subject)) return refuse('identity_taken')
          them.identities.set(key, subject)
          addSystemNotice(site, 'provider_connected', by, null, null)
          return returned()
        },
      }
    },
  ),
  'disconnect a provider': act(
    'DELETE /api/settings/providers/:key',
    2,
    { provider },
    ({ by, provider }, site) => {
      const key = keyOf(site, provider)
      return {
        request: `DELETE /api/settings/providers/${key}`,
        rule(site) {
          const { identities, password } = found(site.people, by)
          if (!identities.has(key)) return refuse('not_found')
          if (password === null && identities.size === 1) return refuse('last_sign_in')
          identities.delete(key)
          addSystemNotice(site, 'provider_removed', by, null, null)
          return done()
        },
      }
    },
  ),
  /**
   * Signs up if the identity is not connected to an account. The address alone never opens an
   * account.
   */
  'log in with a provider': act(
    'GET /auth/:key',
    3,
    { provider, subject, address: oneOf('new', 'of a user'), isVerified: oneOf(false, true) },
    ({ by, provider, subject, address, isVerified }, site) => {
      const key = keyOf(site, provider)
      if (site.people.size >= PEOPLE_MAX && !userOf(site, key, subject)) return null
      const email =
        address === 'new'
          ? `${subject}-${key}-${site.now}@example.com`
          : found(site.people, by).email
      return {
        by: null,
        request: `GET /auth/${key}`,
        body: { sub: subject, email, email_verified: isVerified },
        rule(site, { json }) {
          const known = userOf(site, key, subject)
          if (known) return returned({ user: { uid: known.uid } })
          if (address === 'of a user') return refuse('email_taken')
          const uid = json?.user?.uid
          const them = personNamed(uid, {
            email,
            username: null,
            exp: 0,
            role: 'user',
            since: site.now,
            password: null,
            isVerified,
          })
          them.identities.set(key, subject)
          site.people.set(uid, them)
          return returned()
        },
      }
    },
  ),
  /** By the mailed link. */
  'prove the address': act('POST /api/auth/verify-email', 1, {}, ({ by }) => ({
    request: 'POST /api/auth/verify-email',
    checksIn: false,
    admitsBanned: true,
    rule(site) {
      const them = found(site.people, by)
      if (!them.isProven) endWhatAnotherPersonMayHaveAdded(site, them)
      Object.assign(them, { isVerified: true, isProven: true })
      return ok({ email: them.email })
    },
  })),
  /** By the mailed link, without a session of the account. */
  'prove the address with a new password': act(
    'POST /api/auth/verify-email',
    1,
    { wanted: oneOf(PASSWORD, 'correct battery horse staple') },
    ({ by, wanted }, site) => {
      const { uid } = found(site.people, by)
      return {
        by: null,
        request: 'POST /api/auth/verify-email',
        body: { linkOf: uid, new_password: wanted },
        rule(site) {
          const them = found(site.people, by)
          endWhatAnotherPersonMayHaveAdded(site, them)
          endGrants(site, { user: by })
          Object.assign(them, { isVerified: true, isProven: true, password: wanted })
          return ok({ email: them.email })
        },
      }
    },
  ),
}

/** Before the first proof, another person may have used the address. */
function endWhatAnotherPersonMayHaveAdded(site: Site, them: Person): void {
  them.identities.clear()
  endConsents(site, { user: them.uid })
}

export function userOf({ people }: Site, provider: string, subject: string): Person | undefined {
  return [...people.values()].find(({ identities }) => identities.get(provider) === subject)
}
