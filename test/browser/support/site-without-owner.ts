import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { ownerLink } from '../../../scripts/deploy/owner-link.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { openRuntime } from '../../../scripts/site/runtime.ts'

/**
 * A program that serves a site without an owner, as after a deployment, in the given folder until stdin closes. Prints
 * the claim link that a deployment prints. `npm start` cannot be used, because it creates an owner.
 */
const data = await openDataFolder(process.argv[2] ?? '')
const runtime = await openRuntime({ data, host: '127.0.0.1', port: 0, bindings: {}, onLog: () => {} })
const storage = await runtime.storage()
const { databases } = await readWorkerConfig()
for (const { binding, migrations } of databases) await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
console.log(await ownerLink(localQuery(storage.DB), runtime.url, new Date()))
process.stdin.on('end', () => runtime.stop().then(() => process.exit())).resume()
