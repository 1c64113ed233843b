import { expect } from 'vitest'

/** A client without a browser: sends JSON, with the CSRF token it received. */
export async function visit(url: string) {
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrf_token } = (await csrf.json()) as { csrf_token: string }
  const cookie = cookiesOf(csrf)
  return {
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token, cookie, ...headers },
        body: JSON.stringify(body),
      }),
  }
}

export async function logIn(url: string, account: { email: string; password: string }): Promise<string> {
  const login = await (await visit(url)).post('/api/auth/login', account)
  expect(login.status).toBe(200)
  return cookiesOf(login)
}

export const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
