import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { AppRow } from '#db/schema/accounts.ts'
import { single } from '#features/accounts/apps/authorization.ts'
import { OAuthProblem } from '#features/accounts/apps/problems.ts'
import { hashOf, sameSecret } from '#kernel/crypto/secrets.ts'

/** The application that sends a request to the token endpoint. */
export async function authenticatedApp(
  db: Database,
  form: URLSearchParams,
  authorization: string | undefined,
): Promise<AppRow> {
  const { id, secret } = credentialsIn(form, authorization)
  const app = await db.first(sql<AppRow>`SELECT * FROM oauth_apps WHERE client_id = ${id}`)
  const isRight = app !== null && (await fits(app, secret))
  if (!isRight) throw new OAuthProblem('invalid_client', 'the client is unknown or its secret is wrong')
  return app
}

/** A public client has no secret and must not send one. */
async function fits({ secret_hash }: AppRow, secret: string | null): Promise<boolean> {
  if (secret_hash === null || secret === null) return secret_hash === secret
  return sameSecret(await hashOf(secret), secret_hash)
}

interface ClientCredentials {
  id: string
  secret: string | null
}

function credentialsIn(form: URLSearchParams, authorization: string | undefined): ClientCredentials {
  const [id, secret] = [single(form, 'client_id'), single(form, 'client_secret')]
  if (authorization === undefined) {
    if (id === null) throw new OAuthProblem('invalid_client', 'client_id is missing')
    return { id, secret }
  }
  const basic = basicCredentials(authorization)
  if (basic === null) throw new OAuthProblem('invalid_client', 'only Basic authentication is supported')
  if (secret !== null || (id !== null && id !== basic.id)) {
    throw new OAuthProblem('invalid_request', 'the client is named in more than one way')
  }
  return basic
}

/** RFC 6749 encodes both parts like a form before they are joined. */
function basicCredentials(authorization: string): ClientCredentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  try {
    const [id = '', secret = ''] = atob(encoded ?? '')
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    return id === '' ? null : { id, secret: secret === '' ? null : secret }
  } catch {
    return null
  }
}
