import { sql } from 'drizzle-orm'
import { readAccessToken } from '#features/accounts/sessions/tokens.ts'
import type { Client, TestResponse } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'

/** The response to an application, with the code or the refusal that is in the address. */
export function responseOfApp(response: TestResponse): TestResponse {
  const { status, headers, json } = response
  const target = headers.get('location') ?? headers.get('refresh')?.replace('0;url=', '')
  if (target !== undefined) {
    const { error, ...given } = Object.fromEntries(
      new URL(target, 'http://joule.test').searchParams,
    )
    return { ...response, status: 302, json: error ? refusal(error) : given }
  }
  if (json !== null) return json.error ? { ...response, json: refusal(json.error) } : response
  return { ...response, json: status === 200 ? { asks: true } : refusal('unknown_app') }
}

/**
 * The response after a visit to a provider: the refusal that is in the address, or the user who is
 * signed in now.
 */
export async function responseOfProvider(
  client: Client,
  response: TestResponse,
): Promise<TestResponse> {
  const { status, headers } = response
  const target = headers.get('location')
  if (target === null) return { ...response, json: status === 403 ? refusal('banned') : null }
  const problem = new URL(target, 'http://joule.test').searchParams.get('problem')
  if (problem !== null) return { ...response, json: refusal(problem) }
  const { db } = client.world
  const user = await db.first(
    sql`SELECT user_id AS uid FROM sessions WHERE sid = ${await sidOf(client)}`,
  )
  return { ...response, status: 302, json: { user } }
}

/** The session of the browser. */
export async function sidOf({ world, cookies }: Client): Promise<string | null> {
  const claim = await readAccessToken(
    secretsOf(world.env),
    cookies.get('joule_at') ?? '',
    world.now,
  )
  return claim?.sid ?? null
}

const refusal = (code: string) => ({ error: { code } })
