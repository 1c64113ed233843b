import { logIn } from '../scripts/support/visit.ts'

interface OpenApi {
  paths: Record<string, { get?: { parameters?: { in: string; required?: boolean }[] } }>
}

/** Reads a site with these request headers (anonymous by default). Removes the address of the site from the result. */
export function readerOf(url: string, headers: Record<string, string> = {}) {
  const since = new Date().toISOString()
  const text = async (path: string) => {
    // A new connection each time: a busy runtime may close an idle one just now.
    const response = await fetch(url + path, { headers: { ...headers, connection: 'close' }, redirect: 'manual' })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? JSON.stringify(await response.json(), ofTheCommunity) : await response.text()
    return `${response.status} ${steady(body, url, since)}`
  }
  return {
    text,
    /** The pages, feeds and images that can be reached by links from the front page, up to a number. */
    async pages(most: number): Promise<Map<string, string>> {
      const pages = new Map<string, string>()
      const found = new Set(['/', '/sitemap.xml', '/feed.xml'])
      for (const path of found) {
        const page = await text(path)
        pages.set(path, page)
        if (pages.size === most) break
        for (const link of linksIn(page)) found.add(link)
      }
      return pages
    },
    /** Every API response that needs no parameters. */
    async everyList(): Promise<string[]> {
      const response = await fetch(`${url}/api/openapi.json`)
      const { paths } = (await response.json()) as OpenApi
      const isAsked = (path: string) => !path.includes('{') && paths[path]?.get && !OF_THE_SESSION.test(path)
      return Object.keys(paths).filter(isAsked).map(withPrefix)
    },
  }
}

export async function signedIn(url: string, account: Parameters<typeof logIn>[1]) {
  return readerOf(url, { cookie: await logIn(url, account) })
}

/** These describe the session or the current archive, or are random. */
const OF_THE_SESSION = /challenge|csrf|sessions|export/

/** Runtime statistics: after a minute they include the requests of this test. */
const OF_THE_RUN = ['operations', 'backups', 'ledger_check']
const ofTheCommunity = (key: string, value: unknown) => (OF_THE_RUN.includes(key) ? undefined : value)

const withPrefix = (path: string) => (path.startsWith('/api') || path === '/healthz' ? path : `/api${path}`)

function linksIn(html: string): string[] {
  const links = [...html.matchAll(/(?:href|src)="(\/[^"#]*)|<loc>SITE([^<]*)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return links.map((link) => link.replaceAll('&amp;', '&')).filter((link) => !link.startsWith('//'))
}

/** Removes the site address, relative times, and times that the reading itself caused. */
function steady(text: string, url: string, since: string): string {
  const anonymous = text.replaceAll(url, 'SITE').replaceAll(/(<time[^>]*>)[^<]*/g, '$1')
  return anonymous.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time >= since ? 'since' : time))
}
