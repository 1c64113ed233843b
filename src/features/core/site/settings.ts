import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  command,
  type Database,
  type Group,
  group,
  one,
  type Statement,
  throughCache,
} from '#db/client.ts'
import type { SettingKey } from '#db/schema/core.ts'
import { SETTING_KEYS } from '#db/values.ts'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'

export const SiteSettingsShape = z
  .object(
    Object.fromEntries(SETTING_KEYS.map((key) => [key, z.boolean()])) as Record<
      SettingKey,
      z.ZodBoolean
    >,
  )
  .meta({ id: 'SiteSettings' })

export type Settings = Record<SettingKey, boolean>

/** How long another isolate may use old settings after a change. */
const EXPIRES_AFTER = 3 * SECOND

const cache = new CachedValue<Settings>()

/** Whether a setting is on. The response usually comes from the cache. */
export async function settingIsOn(db: Database, key: SettingKey, now: Date): Promise<boolean> {
  return db.read(cachedSetting(key, now))
}

/**
 * Whether a setting is on, as part of a larger read. It has no statement while the cache is fresh.
 */
export function cachedSetting(key: SettingKey, now: Date): Group<boolean> {
  return group(
    { settings: throughCache(cache, EXPIRES_AFTER, allSettings, now) },
    ({ settings }) => settings[key],
  )
}

/** Reads all settings from the database and updates the cache. */
export async function readSettings(db: Database, now: Date): Promise<Settings> {
  return db.read(throughCache(cache, 0, allSettings, now))
}

/** Whether a setting is on, as part of a larger read that does not use the cache. */
export function settingOf(key: SettingKey): Group<boolean> {
  const rows = sql<{ value: number }>`SELECT value FROM site_settings WHERE key = ${key}`
  return group({ rows }, ({ rows: [row] }) => row?.value === 1)
}

/** The same for several settings, in one statement. With `IN`, SQLite would read each key twice. */
export function settingsOf<Key extends SettingKey>(...keys: Key[]): Group<Record<Key, boolean>> {
  const columns = keys.map(
    (key) => sql`(SELECT value FROM site_settings WHERE key = ${key}) AS ${sql.identifier(key)}`,
  )
  const row = sql<Record<Key, number | null>>`SELECT ${sql.join(columns, sql`, `)}`
  return group({ row: one(row) }, ({ row }) => {
    const entries = keys.map((key) => [key, row?.[key] === 1])
    return Object.fromEntries(entries) as Record<Key, boolean>
  })
}

/**
 * Changes a setting and returns all of them. A value that stays the same is neither written nor
 * logged.
 */
export async function setSetting(
  db: Database,
  owner: AuditActor,
  key: SettingKey,
  value: boolean,
  now: Date,
): Promise<Settings> {
  const settings = await readSettings(db, now)
  if (settings[key] === value) return settings
  const change = { before: { value: settings[key] }, after: { value } }
  const changed = cache.startChange(now)
  const { settings: after } = await db.read({
    change: command([
      auditEntry(
        owner,
        { action: 'setting.change', target: ['site_setting', key], ...change },
        now,
      ),
      sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`,
    ]),
    settings: allSettings,
  })
  changed(after)
  // The cached identity contains some of the settings.
  forgetIdentity()
  return after
}

/** Clears the cache. Call this after other code has changed the table. */
export function forgetSettings(): void {
  cache.invalidate()
}

const rows: Statement<{ key: SettingKey; value: number }> =
  sql`SELECT key, value FROM site_settings`

/** All settings, as part of a larger read. */
export const allSettings: Group<Settings> = group({ rows }, ({ rows }) => {
  const isOn = (key: SettingKey) => rows.some((row) => row.key === key && row.value === 1)
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, isOn(key)])) as Settings
})
