import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { type Database, Meter, openDb } from '#db/client.ts'
import { findPosts } from '#features/publishing/search/find.ts'
import { here } from '../../../scripts/backup/local.ts'
import type { StoredSite } from '../../../scripts/backup/stored-site.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { localQuery, type Query } from '../../../scripts/site/query.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'
import { openStorageIn, restorePoint } from './storage.ts'

/** The storage of a site, without the Worker, and the operator commands on it. */
export interface TestSite {
  /** The data folder. */
  data: string
  storage: SiteStorage
  query: Query
  stored: StoredSite
  db: Database
  /** The lines that the last command has printed. */
  said: string[]
  /** Runs an operator command and returns the lines that it prints. */
  run(name: string, ...args: string[]): Promise<string[]>
  close(): Promise<void>
}

/** A site in a new folder. `put` creates its data; without it, the folder is empty. */
export async function openSite(
  put: (data: string) => Promise<void> = async () => {},
): Promise<TestSite> {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await put(data)
  const { storage, stop } = await openStorageIn(data)
  const query = localQuery(storage.DB)
  const said: string[] = []
  return {
    data,
    storage,
    query,
    stored: here(storage, data),
    db: openDb(storage.DB, new Meter()),
    said,
    async run(name: string, ...args: string[]): Promise<string[]> {
      said.length = 0
      await commandNamed(name).run(
        { storage, data, query, print: (line) => void said.push(line) },
        args,
      )
      return [...said]
    },
    async close() {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/**
 * One site for all tests of a file. Changes of its databases are undone after each test; images
 * stay in the bucket.
 */
export function siteOfFile(put: (data: string) => Promise<void>): TestSite {
  const site = {} as TestSite
  let undo = async () => {}
  beforeAll(async () => {
    Object.assign(site, await openSite(put))
    undo = await restorePoint(site.data)
    return () => site.close()
  })
  afterEach(() => undo())
  return site
}

/** The titles of the posts that search finds. */
export async function foundTitles({ DB, SEARCH }: SiteStorage, q: string): Promise<string[]> {
  const [db, search] = [openDb(DB, new Meter()), openDb(SEARCH, new Meter())]
  const { items } = await findPosts(db, search, { q }, { limit: 10, after: null }, 'en')
  return items.map(({ title }) => title).sort()
}

/** The same site, but reading its images fails after the first ones. */
export function withoutImagesAfter(stored: StoredSite, images: number): StoredSite {
  let read = 0
  return {
    ...stored,
    image: async (key) => {
      if (++read > images) throw new Error('cut')
      return stored.image(key)
    },
  }
}
