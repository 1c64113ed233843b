import type { AuthorizationServer } from 'oauth4webapi'
import * as z from 'zod'
import { EmailInput } from '#features/accounts/login/inputs.ts'
import type { Identity } from '#features/accounts/providers/identities.ts'
import type { Provider } from '#features/accounts/providers/providers.ts'
import type { OutsideInit } from '#features/core/outside/fetch-outside.ts'

/** GitHub has no discovery document. Another issuer is a GitHub Enterprise Server. */
export const GITHUB = 'https://github.com'

/** GitHub has OAuth without ID tokens and without a discovery document. */
export function githubServer(issuer: string): AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

const User = z.object({ id: z.int().positive(), login: z.string().min(1) })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** The person behind the access token. Identified by the numeric id: a login name can be given to another person. */
export async function githubIdentity(
  { issuer }: Pick<Provider, 'issuer'>,
  accessToken: string,
  send: (url: string, init: OutsideInit) => Promise<Response>,
): Promise<Identity> {
  const api = issuer === GITHUB ? 'https://api.github.com' : `${issuer}/api/v3`
  const ask = async (path: string): Promise<unknown> => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      // GitHub refuses requests without one.
      'user-agent': 'joule',
    }
    const response = await send(`${api}${path}`, { headers })
    if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${path}`)
    return response.json()
  }
  const { id, login } = User.parse(await ask('/user'))
  const emails = Emails.parse(await ask('/user/emails'))
  const chosen = emails.find(({ primary, verified }) => primary && verified)
  const email = EmailInput.nullable()
    .catch(null)
    .parse(chosen?.email ?? null)
  return {
    issuer,
    subject: String(id),
    email,
    isEmailVerified: email !== null,
    username: login,
    claims: { id, login, emails },
    authTime: null,
  }
}
