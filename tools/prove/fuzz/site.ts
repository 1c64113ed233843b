import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exportOfApp } from '../../../scripts/api-client/index.ts'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { withDemoSite } from '../../../scripts/site/demo.ts'
import type { Site } from '../../../scripts/site/site.ts'
import type { OpenApiDocument } from '../../../src/web/openapi/document.ts'
import { canMeasure, processorOf } from '../../bench/processor.ts'
import { type Caller, type Failure as Failed, type Fuzz, fuzz, type Report } from './fuzz.ts'
import type { PageRoute } from './page-routes.ts'
import type { KnownValues } from './requests.ts'

/** A running Joule site, and the login of its owner. */
export interface TriedSite extends Pick<Fuzz, 'url' | 'processor'> {
  owner: { email: string; password: string }
}

/**
 * Tests the API by its document, and the pages in the same run, so that ids from API responses are
 * used in the URLs of pages.
 */
export async function fuzzSite(
  { url, owner, ...site }: TriedSite,
  options: Pick<Fuzz, 'requests' | 'seed' | 'onProgress' | 'onFailure'>,
): Promise<Report> {
  const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument
  const document = { ...api, paths: { ...api.paths, ...(await pagePaths()) } }
  return fuzz({ url, document, callers: callersOf(url, owner), ...site, ...options })
}

const PASSWORD = 'a password of the fuzz'

/** The settings that other requests need. Each login of the owner restores them. */
const SETTINGS = {
  'registration.enabled': true,
  'comments.enabled': true,
  'email.verification_required': false,
}

/** The owner, a new member and an anonymous reader of a Joule site. */
function callersOf(url: string, owner: { email: string; password: string }): Caller[] {
  const call = async (
    method: string,
    path: string,
    headers: object,
    body?: object,
    // biome-ignore lint/suspicious/noExplicitAny: responses of the site
  ): Promise<any> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...addressHeader(), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    // A long run logs in more often than the rate limit of an account allows.
    if (response.status === 429) {
      await setTimeout(1_000 * Number(response.headers.get('retry-after')))
      return call(method, path, headers, body)
    }
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const csrf = async () => {
    const { csrf_token: token } = await call('GET', '/api/auth/csrf', {})
    return { 'x-csrf-token': token, cookie: `joule_csrf=${token}` }
  }
  const caller = (
    name: string,
    isSignedIn: boolean,
    signIn: (known: KnownValues) => Promise<SignedIn>,
  ): Caller => {
    let signed: SignedIn = { headers: {} }
    const signInAgain = async (known: KnownValues) => {
      signed = await signIn(known)
      own.knows = signed.knows ?? {}
    }
    const headers = () => ({ ...signed.headers, ...addressHeader() })
    const own: Caller = { name, isSignedIn, knows: {}, signIn: signInAgain, headers }
    return own
  }
  return [
    caller('owner', true, async (known) => {
      const { access_token, user } = await call('POST', '/api/auth/login', await csrf(), owner)
      const headers = { authorization: `Bearer ${access_token}` }
      known.spared.add(user.uid)
      for (const [key, value] of Object.entries(SETTINGS))
        await call('PUT', '/api/admin/site-settings', headers, { key, value })
      return { headers }
    }),
    caller('member', true, async () => {
      const random = Math.random().toString(36).slice(2, 12)
      const account = {
        email: `${random}@fuzz.example`,
        password: PASSWORD,
        username: `f-${random}`,
      }
      const { access_token, refresh_token } = await call(
        'POST',
        '/api/auth/register',
        await csrf(),
        account,
      )
      const knows = { password: PASSWORD, current_password: PASSWORD, refresh_token }
      return { headers: { authorization: `Bearer ${access_token}` }, knows }
    }),
    caller('anonymous', false, async () => ({ headers: await csrf() })),
  ]
}

interface SignedIn {
  headers: Record<string, string>
  knows?: Record<string, string>
}

/** A new address for each request, so that no rate limit applies. */
function addressHeader(): Record<string, string> {
  const byte = () => Math.floor(Math.random() * 254) + 1
  return { 'cf-connecting-ip': `10.${byte()}.${byte()}.${byte()}` }
}

async function pagePaths(): Promise<OpenApiDocument['paths']> {
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, path, asked } of await pagesOfApp()) {
    const template = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: operation(method, template, asked),
    }
  }
  return paths
}

/** The pages of the app, which the OpenAPI document does not contain. */
export async function pagesOfApp(): Promise<PageRoute[]> {
  const { pages } = await exportOfApp<{ pages: () => PageRoute[] }>(`
    import { createApp } from '#app'
    import { pageRoutes } from './tools/prove/fuzz/page-routes.ts'
    export const pages = () => pageRoutes(createApp().routes)
  `)
  return pages()
}

/** A page in the form of an OpenAPI operation. The names of form fields are guesses. */
function operation(method: string, path: string, asked: string[]) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const text = { type: 'string', maxLength: 100 }
  const fields = Object.fromEntries(
    ['email', 'token', 'next', 'lang', 'theme'].map((name) => [name, text]),
  )
  return {
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path' as const, required: true, schema: text })),
      ...asked.map((name) => ({ name, in: 'query' as const, schema: text })),
    ],
    ...(method === 'POST' && {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': { schema: { type: 'object', properties: fields } },
        },
      },
    }),
    responses: { default: { content: { '*/*': {} } } },
  }
}

const OWNER = { email: 'owner@fuzz.example', password: 'the owner of the tried site' }

/** `npm run prove -- fuzz`, on a temporary demo site. Fails if a response is wrong. */
export async function runFuzz({
  requests,
  seed,
}: {
  requests: number
  seed: number
}): Promise<void> {
  console.log(`${requests.toLocaleString('en')} requests, seed ${seed}`)
  const fuzzAll = async (url: string, site: Site, data: string) => {
    const { DB } = site.storage
    // Lv6, so that no request of the owner is refused early.
    await DB.prepare("UPDATE users SET exp = 100000 WHERE role = 'owner'").run()
    const { runtime } = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as {
      runtime: number
    }
    const tried = {
      url,
      owner: OWNER,
      ...(canMeasure() && { processor: () => processorOf(runtime) }),
    }
    const onFailure = ({ what, problems, curl }: Failed) =>
      console.log(`\n${what}\n  ${problems.join('\n  ')}\n  ${curl}`)
    const report = await fuzzSite(tried, { requests, seed, onProgress: printProgress, onFailure })
    console.log(summaryOf(report))
    // Throws if a figure does not match its rows.
    await site.run('check', [], (line) => console.log(line))
    if (report.failures.length === 0) return
    throw new Failure(
      `requests failed; "npm run prove -- fuzz --requests ${requests} --seed ${seed}" repeats the run`,
    )
  }
  await withDemoSite(fuzzAll, {
    owner: OWNER,
    bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' },
  })
}

const SLOWEST_SHOWN = 30

function summaryOf({ sent, statuses, done, slowest, failures }: Report): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  const refused = Object.keys(done).filter((name) => !done[name])
  const all = Object.keys(done).length
  return [
    `${sent} requests. Responses: ${counts.join(', ')}.`,
    `${all - refused.length} of ${all} operations succeeded at least once; always refused: ${refused.join(', ') || 'none'}.`,
    `The slowest requests of ${SLOWEST_SHOWN} routes:`,
    ...[...slowest]
      .sort(([, one], [, other]) => other - one)
      .slice(0, SLOWEST_SHOWN)
      .map(([route, ms]) => `${Math.round(ms).toString().padStart(6)} ms  ${route}`),
    `${failures.length} requests failed.`,
  ].join('\n')
}

function printProgress(sent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${sent} requests`)
  else if (sent % 1_000 === 0) console.error(`${sent} requests`)
}
