import { Meter, openDb, type Statements } from '#db/client.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { recall } from '#features/core/site/state.ts'
import { checkAll, repairAll } from '#features/operations/admin/overview/invariants.ts'
import type { InvariantReport } from '#features/operations/admin/overview/overview.ts'
import { postsWithoutText } from '#features/publishing/search/queue.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { type RemoteDatabase, statementsOn } from '../cloudflare/database.ts'
import type { Print } from '../site/control.ts'
import type { SiteStorage } from '../site/storage.ts'
import type { Command } from './command.ts'
import { reindexHere, reindexRemotely } from './reindex.ts'

/** Fails if damage remains, so that a script can test its exit code. */
export const check: Command = {
  usage: 'check [--repair] [--remote]',
  summary:
    'compares all stored figures with the rows that they count; with --repair, corrects wrong figures and rebuilds the search index',
  async run({ storage, remote, print }, args) {
    const [repair, ...rest] = args
    if (rest.length > 0 || (repair !== undefined && repair !== '--repair'))
      throw new Failure(`usage: npm run joule -- ${check.usage}`)
    const db = storage ? openDb(storage.DB, new Meter()) : statementsOn(remote.db)
    const now = new Date()
    if (!repair) {
      const found = await checkAll(db, now)
      await printPostsWithoutText(db, print)
      return report(found, print)
    }
    const { repaired, report: found } = await repairAll(db, now)
    print(`${repaired} figures were recomputed from their rows.`)
    print(storage ? await deriveHere(storage, now) : await deriveRemotely(await remote.search()))
    await printPostsWithoutText(db, print)
    report(found, print)
  },
}

const WITHOUT_TEXT = {
  too_complex: 'its text is too complex; shorten it, or split the post',
  crashed: 'indexing its text ended the process several times; change the text',
} as const

/** The maximum number of posts that the output lists. */
const LISTED_MAX = 100

/** Such a post is no damage of the data, so the check does not fail. */
async function printPostsWithoutText(db: Statements, print: Print): Promise<void> {
  for (const { id, problem } of await postsWithoutText(db, LISTED_MAX))
    print(`search finds post ${id} only by its title and tags: ${WITHOUT_TEXT[problem]}`)
}

/** Prints the result of a check, and fails if it found damage. */
export function report({ ok, checked, failures }: InvariantReport, print: Print): void {
  for (const [name, ids] of Object.entries(failures)) print(`wrong: ${name} (${ids.join(', ')})`)
  if (!ok)
    throw new Failure(
      `${checked} people, posts, folders and comments were checked: there are problems, listed above`,
    )
  print(`${checked} people, posts, folders and comments were checked: no problems.`)
}

async function deriveHere(storage: SiteStorage, now: Date): Promise<string> {
  const { posts, comments } = await reindexHere(storage)
  const db = openDb(storage.DB, new Meter())
  do await cleanUpImages(db, storage.IMAGES, now)
  while ((await recall(db, 'images-seen-file')) || (await recall(db, 'images-seen-row')) !== '0')
  return `${posts} posts and ${comments} comments were indexed; images unused for a day were deleted.`
}

async function deriveRemotely(search: RemoteDatabase): Promise<string> {
  await reindexRemotely(search)
  return 'The search index is marked as outdated: the cron rebuilds it and deletes unused images.'
}
