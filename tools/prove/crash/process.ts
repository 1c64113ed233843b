import { Meter, openDb } from '#db/client.ts'
import { checkAll } from '#features/operations/admin/overview/repair.ts'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { readPublicSettings, readSettings, type Settings } from '../../../scripts/site/settings.ts'
import { type Site, startSite } from '../../../scripts/site/site.ts'
import { serveParent } from '../../bench/child.ts'
import { TOTALS } from './site.ts'

/** A site as `npm start` or `npm run serve` serves it, in a process that can be killed. The parent process asks it for internal values. */
let running: Site | null = null

interface StartInput {
  env: Record<string, string>
  databases?: Settings['databases']
  isPublic?: boolean
}

serveParent({
  async start({ env, databases, isPublic }: StartInput) {
    const settings = {
      ...(isPublic ? readPublicSettings : readSettings)(env),
      ...(databases && { databases }),
      around: totalsModule,
    }
    running = await startSite(settings, () => {})
    return running.url
  },
  async rows({ sql, database = 'DB' }: { sql: string; database?: 'DB' | 'SEARCH' }) {
    const storage = site().storage
    return (await storage[database].prepare(sql).all()).results
  },
  async check() {
    const { DB } = site().storage
    return (await checkAll(openDb(DB, new Meter()), new Date())).failures
  },
  async files() {
    const { IMAGES } = site().storage
    const keys: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await IMAGES.list(cursor === undefined ? {} : { cursor })
      keys.push(...page.objects.map(({ key }) => key))
      more = page.truncated
      cursor = page.truncated ? page.cursor : undefined
    }
    return keys
  },
  async forgetBackups() {
    const { BACKUPS } = site().storage
    for (;;) {
      const { objects } = await BACKUPS.list()
      if (objects.length === 0) return
      await BACKUPS.delete(objects.map(({ key }) => key))
    }
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

/** A module around the bundle that handles this URL. */
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
