import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { moveDigest } from '#features/core/mail/notice-prefs.ts'
import { requireVoice, type Viewer, zoneOf } from '#features/core/people/viewer.ts'
import { contentProblem, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { authorRules } from '#features/publishing/content-rules/needs-review.ts'
import { AppError } from '#kernel/errors.ts'
import { problem, text } from '#kernel/fields.ts'
import { hostOf } from '#kernel/html/links.ts'
import { isTimeZone, TIME_ZONE_MAX } from '#kernel/time-zone.ts'

export const FEDIVERSE_MAX = 200

export const FediverseShape = z
  .object({
    address: z
      .string()
      .nullable()
      .describe(
        'Your address in the fediverse (`@user@host`). Mastodon shows it as the author when one of your posts is shared. Null if you have not set one.',
      ),
  })
  .meta({ id: 'FediverseAddress' })

/** `@user@host`; the first `@` may be missing. An empty text removes the address. */
export const FediverseInput = z.object({
  address: text({ max: FEDIVERSE_MAX }).transform((value, context) => {
    if (value === '') return null
    // As on Mastodon, a name neither begins nor ends with a dot or a hyphen.
    const [, user, name = ''] = /^@?(\w(?:[\w.-]{0,62}\w)?)@([^\s@/:?#[\]\\]+)$/i.exec(value) ?? []
    const host = hostOf(`https://${name}`)
    const address = `@${user}@${host}`
    // The host must be a domain name. Its last part is no number, so it is no IP address.
    if (
      user !== undefined &&
      host?.match(/^([^.]+\.)+[a-z][^.]*$/) &&
      address.length <= FEDIVERSE_MAX
    )
      return address
    context.addIssue(problem('not_a_fediverse_address'))
    return z.NEVER
  }),
})

export async function setFediverse(
  db: Database,
  viewer: Viewer,
  address: string | null,
  now: Date,
): Promise<void> {
  requireVoice(viewer, now)
  if (address !== null && (await db.read(authorRules(viewer, now))).linksMax !== null)
    throw new AppError('validation_failed', {
      fields: { address: contentProblem((say) => say.noProfileLink) },
    })
  const hosts = address === null ? [] : [address.slice(address.lastIndexOf('@') + 1)]
  const update = sql`UPDATE users SET fediverse = ${address} WHERE uid = ${viewer.uid}`
  await withHostCheck(db, hosts, (check) => db.batch([...check, update]), 'address')
}

export const TimeZoneShape = z
  .object({
    time_zone: z
      .string()
      .nullable()
      .describe(
        'The IANA time zone that you chose. Null means that the zone of the browser is used.',
      ),
    browser_time_zone: z
      .string()
      .nullable()
      .describe(
        'The IANA time zone that your browser reported last. Mails use it if `time_zone` is null. Null if no browser reported one.',
      ),
  })
  .meta({ id: 'TimeZone' })

type TimeZones = z.infer<typeof TimeZoneShape>

/**
 * A missing field stays unchanged. An empty text means the zone of the browser, because forms
 * cannot send null.
 */
export const TimeZoneInput = z.object({
  time_zone: zoneInput(0)
    .transform((name) => name || null)
    .nullable()
    .optional(),
  browser_time_zone: zoneInput(1).optional(),
})

export function timeZonesOf({ time_zone, browser_time_zone }: Viewer): TimeZones {
  return { time_zone, browser_time_zone }
}

/**
 * Stores the time zones. If the zone in use changes, the next digest moves to its hour in the new
 * zone.
 */
export async function setTimeZones(
  db: Database,
  viewer: Viewer,
  input: z.output<typeof TimeZoneInput>,
  now: Date,
): Promise<TimeZones> {
  const { time_zone = viewer.time_zone, browser_time_zone = viewer.browser_time_zone } = input
  const zones = { time_zone, browser_time_zone }
  const set = (column: keyof TimeZones) =>
    input[column] === undefined
      ? []
      : [
          sql`UPDATE users SET ${sql.identifier(column)} = ${zones[column]} WHERE uid = ${viewer.uid}`,
        ]
  const isMoved = zoneOf(zones) !== zoneOf(viewer)
  const changes = [
    ...set('time_zone'),
    ...set('browser_time_zone'),
    ...(isMoved ? [moveDigest(viewer.uid, zoneOf(zones), now)] : []),
  ]
  if (changes.length > 0) await db.batch(changes)
  return zones
}

function zoneInput(min: number) {
  return text({ min, max: TIME_ZONE_MAX }).superRefine((name, context) => {
    if (name !== '' && !isTimeZone(name)) context.addIssue(problem('not_a_time_zone'))
  })
}
