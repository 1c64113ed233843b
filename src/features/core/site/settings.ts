import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { command, type Database, type Group, group, type Statement } from '#db/client.ts'
import type { SettingKey } from '#db/schema/site.ts'
import { type Administrator, auditEntry } from '#features/core/site/audit-log.ts'
import { SECOND } from '#kernel/clock.ts'
import { Known } from '#kernel/known.ts'

export const SiteSettingsShape = z
  .object({
    'audit.enabled': z.boolean(),
    'registration.enabled': z.boolean(),
    'comments.enabled': z.boolean(),
    'email.verification_required': z.boolean(),
    'backups.enabled': z.boolean(),
    'views.public': z.boolean(),
  })
  .meta({ id: 'SiteSettings' })

export type Settings = Record<SettingKey, boolean>

/** How long another isolate may go on by the old settings after a change. */
const KNOWN_FOR = 3 * SECOND

const known = new Known<Settings>()

/** Whether a setting is on, usually without a database read. */
export async function settingIsOn(db: Database, key: SettingKey, now: Date): Promise<boolean> {
  const settings = known.youngerThan(KNOWN_FOR, now) ?? (await readSettings(db, now))
  return settings[key]
}

/** All settings as they are in the database at this moment. */
export async function readSettings(db: Database, now: Date): Promise<Settings> {
  const learn = known.learning(now)
  const settings = await db.read(allSettings)
  learn(settings)
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
  const changed = known.changing(now)
  const { settings: after } = await db.read({
    change: command([
      auditEntry(owner, { action: 'setting.change', target: ['site_setting', key], ...change }, now),
      sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`,
    ]),
    settings: allSettings,
  })
  changed(after)
  return after
}

/** To be called after the table was changed by other means. */
export function forgetSettings(): void {
  known.forget()
}

const rows: Statement<{ key: SettingKey; value: number }> = sql`SELECT key, value FROM site_settings`

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
