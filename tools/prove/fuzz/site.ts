import type { OpenApiDocument } from '../../../src/web/openapi/document.ts'
import { callersOf } from './callers.ts'
import { type Fuzz, fuzz, type Report } from './fuzz.ts'
import { pagePaths } from './pages.ts'

/** A running Joule site. */
export interface TriedSite extends Pick<Fuzz, 'url' | 'processor'> {
  owner: { email: string; password: string }
}

/** Tests the API and the pages. Ids from API responses are used in page URLs. */
export async function fuzzSite(
  { url, owner, ...site }: TriedSite,
  options: Pick<Fuzz, 'requests' | 'seed' | 'onProgress' | 'onFailure'>,
): Promise<Report> {
  const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument
  const document = { ...api, paths: { ...api.paths, ...(await pagePaths()) } }
  return fuzz({ url, document, callers: callersOf(url, owner), ...site, ...options })
}
