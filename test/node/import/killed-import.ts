import { commandNamed } from '../../../scripts/commands/index.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'

/** Imports a file into a data folder. Kills its own process after some batches of posts. */
const [JOULE_DATA = '', file = '', batches = '1'] = process.argv.slice(2)
const site = await openStorage(readSettings({ JOULE_DATA }))
const { DB } = site.storage
const { prepare, batch } = DB
let [hasPosts, written] = [false, 0]
DB.prepare = (sql) => {
  hasPosts ||= sql.includes('INSERT INTO posts')
  return prepare(sql)
}
DB.batch = async <T>(statements: D1PreparedStatement[]) => {
  const results = await batch<T>(statements)
  if (hasPosts && ++written >= Number(batches)) process.kill(process.pid, 'SIGKILL')
  return results
}
await commandNamed('import').run({ ...site, print: console.log }, [file])
