import { localQuery } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { seedPeople } from './people.ts'

/** Fills a new site with demo content. Cut short, it runs again from the start: every part skips what is there. */
export async function seedDemo({ DB }: SiteStorage, now: Date): Promise<void> {
  await seedPeople(localQuery(DB), now)
}
