import { Failure } from '../bootstrap/failure.mjs'
import { grantOwner as grant } from '../site/owner.ts'
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
