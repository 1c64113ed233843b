import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { command, type Group, group } from '#db/group.ts'
import type { SettingKey } from '#db/schema/site.ts'
import { type Administrator, auditEntry } from '#features/site/audit-log.ts'
import { SECOND } from '#kernel/clock.ts'

export type Settings = Record<SettingKey, boolean>

/** How long another isolate may go on by the old settings after a change. */
const KNOWN_FOR = 3 * SECOND

interface Known {
  settings: Settings
  at: number
}

let known: Known | null = null
let changes = 0

/** Whether a setting is on, usually without a database read. Requests share values, never promises. */
export async function settingIsOn(db: Database, key: SettingKey, now: Date): Promise<boolean> {
  const isFresh = known !== null && Math.abs(now.getTime() - known.at) < KNOWN_FOR
  const settings = known !== null && isFresh ? known.settings : await readSettings(db, now)
  return settings[key]
}

/** All settings as they are in the database at this moment. */
export async function readSettings(db: Database, now: Date): Promise<Settings> {
  const changesBefore = changes
  const settings = await db.read(allSettings)
  // Settings that were read before a change must not be remembered after it.
  if (changes === changesBefore) known = { settings, at: now.getTime() }
  return settings
}

/** Whether a setting is on in the database at this moment, as part of a larger read. */
export function settingOf(key: SettingKey): Group<boolean> {
  const rows = sql<{ value: number }>`SELECT value FROM site_settings WHERE key = ${key}`
  return group({ rows }, ({ rows: [row] }) => row?.value === 1)
}

/** A setting that already has the value is not changed, and not logged. */
export async function setSetting(
  db: Database,
  owner: Administrator,
  key: SettingKey,
  value: boolean,
  now: Date,
): Promise<Settings> {
  const settings = await readSettings(db, now)
  if (settings[key] === value) return settings
  const change = { before: { value: settings[key] }, after: { value } }
  const changed = await db.read({
    change: command([
      auditEntry(owner, { action: 'setting.change', target: ['site_setting', key], ...change }, now),
      sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`,
    ]),
    settings: allSettings,
  })
  forgetSettings()
  known = { settings: changed.settings, at: now.getTime() }
  return changed.settings
}

/** To be called after the table was changed by other means. */
export function forgetSettings(): void {
  known = null
  changes++
}

interface Row {
  key: SettingKey
  value: number
}

const rows: Statement<Row> = sql`SELECT key, value FROM site_settings`

/** All settings, as part of a larger read. */
export const allSettings: Group<Settings> = group({ rows }, ({ rows }) => {
  const isOn = (key: SettingKey) => rows.some((row) => row.key === key && row.value === 1)
  return {
    'audit.enabled': isOn('audit.enabled'),
    'registration.enabled': isOn('registration.enabled'),
    'comments.enabled': isOn('comments.enabled'),
    'email.verification_required': isOn('email.verification_required'),
    'backups.enabled': isOn('backups.enabled'),
    'views.public': isOn('views.public'),
  }
})
