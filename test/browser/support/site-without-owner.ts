import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { ownerLink } from '../../../scripts/deploy/owner-link.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { openRuntime } from '../../../scripts/site/runtime.ts'

/**
 * A program: a site as a deployment leaves it, in the folder it is told, until its input ends. Says the link that a deployment
 * would print. A site that is started in the usual way makes an owner itself.
 */
const data = await openDataFolder(process.argv[2] ?? '')
const runtime = await openRuntime({ data, host: '127.0.0.1', port: 0, bindings: {}, onLog: () => {} })
const storage = await runtime.storage()
const { databases } = await readWorkerConfig()
for (const { binding, migrations } of databases) await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
console.log(await ownerLink(localQuery(storage.DB), runtime.url, new Date()))
process.stdin.on('end', () => runtime.stop().then(() => process.exit())).resume()
