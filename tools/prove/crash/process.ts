import { sql } from 'drizzle-orm'
import { Meter, openDb } from '#db/client.ts'
import { ledgerEntryForEach } from '#features/economy/energy/ledger.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { readPublicSettings, readSettings } from '../../../scripts/site/settings.ts'
import { type Site, startSite } from '../../../scripts/site/site.ts'
import { serveParent } from '../../bench/child.ts'
import { type SiteOptions, TOTALS } from './site.ts'
import type { Person } from './writes.ts'

/**
 * Serves a site as `npm start` or `npm run serve` does, in a process that can be killed. The parent
 * process calls these functions to read and change internal values.
 */
let running: Site | null = null

serveParent({
  async start({ env, databases, isPublic }: Pick<SiteOptions, 'env' | 'databases' | 'isPublic'>) {
    const settings = {
      ...(isPublic ? readPublicSettings : readSettings)(env),
      ...(databases && { databases }),
      around: totalsModule,
    }
    running = await startSite(settings, () => {})
    return running.url
  },
  async addPeople(count: number): Promise<Person[]> {
    const [db, now] = [database(), new Date()]
    const people = Array.from({ length: count }, (_, n) => ({
      uid: 20_001 + n,
      token: `joule_${crypto.randomUUID()}`,
    }))
    for (const { uid, token } of people)
      await db.batch([
        sql`INSERT INTO users (uid, email, exp, created_at)
            VALUES (${uid}, ${`p${uid}@proof.test`}, 60, ${now.toISOString()})`,
        sql`INSERT INTO access_tokens (token_hash, user_id, name, scope, created_at)
            VALUES (${await hashOf(token)}, ${uid}, 'proof', 'write', ${now.toISOString()})`,
      ])
    const uids = people.map(({ uid }) => uid)
    await db.batch([ledgerEntryForEach(uids, { amount: 100_000, reason: 'admin_adjust' }, now)])
    return people
  },
  async rows({ query, name = 'DB' }: { query: string; name?: 'DB' | 'SEARCH' }) {
    return (await site().storage[name].prepare(query).all()).results
  },
  check: async () => (await checkAll(database(), new Date())).failures,
  files: () => keysIn('IMAGES'),
  /** Deletes the backups, so that the next cron run makes the backup of the day again. */
  async forgetBackups() {
    for (const key of await keysIn('BACKUPS')) await site().storage.BACKUPS.delete(key)
  },
  async run({ name, args }: { name: string; args: string[] }) {
    const printed: string[] = []
    await site().run(name, args, (line) => printed.push(line))
    return printed
  },
  async scheduled() {
    for (const cron of (await readWorkerConfig()).crons) await site().scheduled(cron, new Date())
  },
  stop: () => running?.stop(),
})

function site(): Site {
  if (running === null) throw new Error('the site has not started')
  return running
}

const database = () => openDb(site().storage.DB, new Meter())

async function keysIn(bucket: 'IMAGES' | 'BACKUPS'): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await site().storage[bucket].list(cursor === undefined ? {} : { cursor })
    keys.push(...page.objects.map(({ key }) => key))
    more = page.truncated
    cursor = page.truncated ? page.cursor : undefined
  }
  return keys
}

/** A module around the bundle that responds at `TOTALS`. */
function totalsModule(entry: string): string {
  return `
import site from '${entry}'
export * from '${entry}'

export default {
  ...site,
  async fetch(request, env, context) {
    const [, ids] = request.url.split('${TOTALS}')
    if (ids === undefined) return site.fetch(request, env, context)
    const totals = ids.split(',').map((id) => env.ENERGIZE_COUNTER.getByName('post:' + id).total(Number(id)))
    return Response.json(await Promise.all(totals))
  },
}
`
}
