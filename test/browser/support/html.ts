import { type Person, site } from './browser.ts'

/** A page of the site as its HTML, without a browser. `null` is a visitor without a session. */
export async function htmlOf(who: Person | null, path: string): Promise<{ status: number; html: string }> {
  const cookie = who?.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') ?? ''
  const response = await fetch(site + path, { redirect: 'manual', headers: { cookie, 'accept-language': 'en' } })
  return { status: response.status, html: await response.text() }
}
