/** A client without a browser: sends JSON, with the CSRF token it received. */
export async function visit(url: string) {
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrf_token } = (await csrf.json()) as { csrf_token: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token, cookie, ...headers },
        body: JSON.stringify(body),
      }),
  }
}
