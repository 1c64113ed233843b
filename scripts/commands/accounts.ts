import { Meter, openDb } from '#db/client.ts'
import { withoutSecondFactor } from '#features/accounts/second-factor/remove-by-owner.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { statementsOn } from '../cloudflare/database.ts'
import { accountOf, grantOwner as grant } from '../site/owner.ts'
import type { Command } from './index.ts'

export const grantOwner: Command = {
  usage: 'grant-owner <email> [--remote]',
  summary: 'makes a user an owner of the site',
  async run({ query, print }, [email, ...rest]) {
    if (!email || rest.length > 0) throw new Failure(`usage: npm run joule -- ${grantOwner.usage}`)
    if (!(await grant(query, email))) throw new Failure(`there is no account with the address ${email}`)
    print(`${email} is now an owner.`)
  },
}

/** For an owner who has lost the second factor: no other owner may exist who could remove it on the site. */
export const removeSecondFactor: Command = {
  usage: 'remove-second-factor <email> [--remote]',
  summary: 'removes two-step verification and all passkeys of a user',
  async run({ query, storage, remote, print }, [email, ...rest]) {
    if (!email || rest.length > 0) throw new Failure(`usage: npm run joule -- ${removeSecondFactor.usage}`)
    const account = await accountOf(query, email)
    if (account === undefined) throw new Failure(`there is no account with the address ${email}`)
    const db = storage ? openDb(storage.DB, new Meter()) : statementsOn(remote.db)
    await db.batch(withoutSecondFactor(account.uid, new Date()))
    print(`${email} can log in with the password alone. A notification tells the user.`)
  },
}
