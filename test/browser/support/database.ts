import { globSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

/** Sets somebody's exp by hand, as an operator may. */
export function setExp(uid: number, exp: number): void {
  database().prepare('UPDATE users SET exp = ? WHERE uid = ?').run(exp, uid)
}

let opened: DatabaseSync | undefined

/** The record of the running site, from outside. */
export function database(): DatabaseSync {
  opened ??= find()
  return opened
}

function find(): DatabaseSync {
  for (const file of globSync('d1/**/*.sqlite', { cwd: inject('siteData') })) {
    const found = new DatabaseSync(join(inject('siteData'), file), { timeout: 60_000 })
    if (found.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").get()) return found
    found.close()
  }
  throw new Error('the site has no database')
}
