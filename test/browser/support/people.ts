import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { site } from './site.ts'

export interface Person {
  uid: number
  accessToken: string
  cookies: { name: string; value: string }[]
}

interface Account {
  email: string
  password: string
}

/** One session more for an account, by the API. */
export async function logIn(account: Account): Promise<Person> {
  const { csrf_token } = (await (await fetch(`${site}/api/auth/csrf`)).json()) as { csrf_token: string }
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token, cookie: `joule_csrf=${csrf_token}` },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`)
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

let owner: Promise<Person> | undefined
let ownerSince = 0

/** The owner of the site, logged in once for all files; anew only before the session's quarter of an hour is over. */
export function theOwner(): Promise<Person> {
  if (!owner || Date.now() - ownerSince > 10 * 60_000) {
    owner = logIn(inject('owner'))
    ownerSince = Date.now()
  }
  return owner
}

/** From here on the browser is this person's. */
export async function signIn(context: BrowserContext, { cookies }: Person): Promise<void> {
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site })))
}

/** A call of the API as this person. */
export async function call({ accessToken }: Person, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(site + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'accept-language': 'en' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}
