import type { BrowserContext } from 'playwright-core'

export interface Person {
  uid: number
  accessToken: string
  cookies: { name: string; value: string }[]
}

/** A new account, made by the API. */
export function register(site: string): Promise<Person> {
  return enter(site, '/api/auth/register', { email: `${crypto.randomUUID()}@example.com`, password: 'a long password' })
}

export function logIn(site: string, account: { email: string; password: string }): Promise<Person> {
  return enter(site, '/api/auth/login', account)
}

/** From here on the browser is this person's. */
export async function signIn(context: BrowserContext, site: string, { cookies }: Person): Promise<void> {
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site })))
}

/** A call of the API as this person. */
export async function call(site: string, { accessToken }: Person, method: string, path: string, body?: unknown) {
  const response = await fetch(site + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'accept-language': 'en' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

async function enter(site: string, path: string, account: { email: string; password: string }): Promise<Person> {
  const { csrf_token } = (await (await fetch(`${site}/api/auth/csrf`)).json()) as { csrf_token: string }
  const response = await fetch(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token, cookie: `joule_csrf=${csrf_token}` },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const session = (await response.json()) as Record<'access_token' | 'refresh_token' | 'csrf_token', string> & {
    user: { uid: number }
  }
  return {
    uid: session.user.uid,
    accessToken: session.access_token,
    cookies: [
      { name: 'joule_at', value: session.access_token },
      { name: 'joule_rt', value: session.refresh_token },
      { name: 'joule_csrf', value: session.csrf_token },
    ],
  }
}
