import { commandNamed } from '../../../scripts/commands/index.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage-only.ts'

/** Imports a file into a data folder. Kills its own process when the first posts are written. */
const [JOULE_DATA = '', file = ''] = process.argv.slice(2)
const { storage, ...site } = await openStorage(readSettings({ JOULE_DATA }))
const { DB } = storage
let hasPosts = false
const killing: D1Database = {
  ...DB,
  prepare(sql) {
    hasPosts ||= sql.includes('INSERT INTO posts')
    return DB.prepare(sql)
  },
  async batch(statements) {
    const results = await DB.batch<never>(statements)
    if (hasPosts) process.kill(process.pid, 'SIGKILL')
    return results
  },
}
await commandNamed('import').run({ ...site, storage: { ...storage, DB: killing }, print: console.log }, [file])
