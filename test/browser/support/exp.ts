import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'

/** Sets somebody's exp by hand, as an operator may: in the database of the running site. */
export function setExp(uid: number, exp: number): void {
  const data = inject('siteData')
  for (const file of globSync('d1/**/*.sqlite', { cwd: data })) {
    const database = new DatabaseSync(join(data, file), { timeout: 60_000 })
    const [users] = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").all()
    if (users) database.prepare('UPDATE users SET exp = ? WHERE uid = ?').run(exp, uid)
    database.close()
  }
}
