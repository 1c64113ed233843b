import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '../../fuzz-engine/document.ts'
import { type Fuzz, fuzz, type Report } from '../../fuzz-engine/fuzz.ts'
import { Pool } from '../../fuzz-engine/pool.ts'
import { targetIn } from '../../fuzz-engine/target.ts'
import { pagesDocument } from './pages.ts'

/** A running Joule site. */
export interface TriedSite extends Pick<Fuzz, 'url' | 'processor'> {
  owner: { email: string; password: string }
}

/** The share of requests for pages. */
const SHARE_OF_PAGES = 0.2

/** Tests the API by its document, then the pages. Ids from API responses are used in page URLs. */
export async function fuzzSite(
  { url, owner, processor }: TriedSite,
  { requests, seed, onProgress, onFailure }: Pick<Fuzz, 'requests' | 'seed' | 'onProgress' | 'onFailure'>,
): Promise<Report> {
  const file = fileURLToPath(new URL('joule.json', import.meta.url))
  const target = await targetIn(file, { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password })
  const document = (await (await fetch(url + target.document)).json()) as OpenApiDocument
  const pool = new Pool()
  const shared = { url, pool, seed, ...(processor && { processor }), ...(onFailure && { onFailure }) }
  const toPages = Math.ceil(requests * SHARE_OF_PAGES)
  const api = await fuzz({
    ...{ ...shared, target, document, requests: requests - toPages },
    ...(onProgress && { onProgress }),
  })
  const { refusal: _, ...ofPages } = target
  const pages = await fuzz({
    ...{ ...shared, target: ofPages, document: await pagesDocument(), requests: toPages },
    ...(onProgress && { onProgress: (sent) => onProgress(sent + api.sent) }),
  })
  return {
    sent: api.sent + pages.sent,
    kinds: sum(api.kinds, pages.kinds),
    statuses: sum(api.statuses, pages.statuses),
    done: { ...api.done, ...pages.done },
    slowest: api.slowest.ms > pages.slowest.ms ? api.slowest : pages.slowest,
    failures: [...api.failures, ...pages.failures],
  }
}

function sum(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const names = Object.keys({ ...one, ...other }).sort()
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
