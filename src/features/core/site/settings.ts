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
import { NUMBER_KEYS, SETTING_KEYS } from '#db/values.ts'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'
import { problem } from '#kernel/fields.ts'

export type NumberKey = (typeof NUMBER_KEYS)[number]

interface NumberRule {
  min: number
  max: number
  default: number
}

/** `tags.create_level`: the level from which authors can create tags. 7: only staff can. */
export const NUMBERS: Record<NumberKey, NumberRule> = {
  'tags.create_level': { min: 0, max: 7, default: 0 },
}

export const SiteSettingsShape = z
  .object({
    ...(Object.fromEntries(SETTING_KEYS.map((key) => [key, z.boolean()])) as Record<
      SettingKey,
      z.ZodBoolean
    >),
    ...(Object.fromEntries(NUMBER_KEYS.map((key) => [key, z.int()])) as Record<
      NumberKey,
      z.ZodInt
    >),
  })
  .meta({ id: 'SiteSettings' })

export type Settings = Record<SettingKey, boolean> & Record<NumberKey, number>

/** A switch needs a boolean, and a number a value within its limits. Forms send a text. */
export const SettingInput = z
  .object({
    key: z.enum([...SETTING_KEYS, ...NUMBER_KEYS]),
    value: z.union([z.boolean(), z.coerce.number().int()]),
  })
  .superRefine(({ key, value }, context) => {
    const rule = isNumber(key) ? NUMBERS[key] : null
    if (rule === null ? typeof value === 'boolean' : isWithin(rule, value)) return
    context.addIssue({ ...problem('invalid'), path: ['value'] })
  })

function isNumber(key: SettingKey | NumberKey): key is NumberKey {
  return (NUMBER_KEYS as readonly string[]).includes(key)
}

function isWithin({ min, max }: NumberRule, value: number | boolean): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

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

/** A setting that is a number, as part of a larger read that does not use the cache. */
export function numberOf(key: NumberKey): Group<number> {
  const rows = sql<{ value: number }>`SELECT value FROM site_numbers WHERE key = ${key}`
  return group({ rows }, ({ rows: [row] }) => row?.value ?? NUMBERS[key].default)
}

/**
 * Changes a setting and returns all of them. A value that stays the same is neither written nor
 * logged.
 */
export async function setSetting(
  db: Database,
  owner: AuditActor,
  { key, value }: z.infer<typeof SettingInput>,
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
      typeof value === 'boolean'
        ? sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`
        : sql`INSERT INTO site_numbers (key, value) VALUES (${key}, ${value})
            ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
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

const rows: Statement<{ key: SettingKey | NumberKey; value: number }> = sql`
  SELECT key, value FROM site_settings UNION ALL SELECT key, value FROM site_numbers`

/** All settings, as part of a larger read. */
export const allSettings: Group<Settings> = group({ rows }, ({ rows }) => {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  return {
    ...(Object.fromEntries(SETTING_KEYS.map((key) => [key, stored.get(key) === 1])) as Record<
      SettingKey,
      boolean
    >),
    ...(Object.fromEntries(
      NUMBER_KEYS.map((key) => [key, stored.get(key) ?? NUMBERS[key].default]),
    ) as Record<NumberKey, number>),
  }
})
