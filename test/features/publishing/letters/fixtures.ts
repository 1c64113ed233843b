import { sql } from 'drizzle-orm'
import { deliver } from '#features/core/outbox/deliver.ts'
import { LETTER_DELAY, planLetters } from '#features/publishing/letters/plan.ts'
import { letterSender } from '#features/publishing/letters/sender.ts'
import { MINUTE } from '#kernel/clock.ts'
import { freshEmail, type World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { Binding } from '../../core/mail/fixtures.ts'

const TABLES = [
  'letter_sends',
  'letter_posts',
  'letters',
  'letter_subscriptions',
  'letter_subscribers',
  'letter_requests',
  'letter_imports',
  'letter_topics',
  'letter_authors',
  'outbox',
]

/** A site that sends letters, without those of other tests. */
export async function letters(world: World) {
  const binding = new Binding()
  world.env = { ...world.env, LETTERS: binding, LETTERS_FROM: 'News <news@letters.joule.test>' }
  await world.db.batch([
    sql`DELETE FROM site_state WHERE key = 'letters'`,
    ...TABLES.map((table) => sql`DELETE FROM ${sql.identifier(table)}`),
  ])
  const to = (email: string) => binding.sent.filter((mail) => mail.to === email)
  const run = () =>
    deliver(world.db, [letterSender(world.env, secretsOf(world.env))], world.now, { most: 500 })
  /** The path of a link in the latest mail to an address. */
  const linkTo = (email: string, page: 'confirm' | 'manage' | 'stop') =>
    new RegExp(`https?://\\S+?(/letters/${page}\\?token=[^\\s)]+)`).exec(
      to(email).at(-1)?.text ?? '',
    )?.[1] ?? ''
  return {
    binding,
    run,
    linkTo,
    to,
    rows: () =>
      Promise.all(TABLES.map((table) => world.db.all(sql`SELECT * FROM ${sql.identifier(table)}`))),
    /** Asks and confirms by the mailed link. */
    async subscribe(
      topic: { kind: string; ref?: string | number; cadence?: string; time_zone?: string },
      email = freshEmail(),
    ) {
      await world.visitor().post('/api/letters', { ...topic, email })
      await world.visitor().submit(linkTo(email, 'confirm'), {})
      return email
    },
    /** The first run only notes the time. */
    async begin() {
      await planLetters(world.db, world.now)
      binding.sent.length = 0
    },
    /** Runs the cron when the posts of now are due. */
    async sendDue(wait = LETTER_DELAY + MINUTE) {
      world.wait(wait)
      await planLetters(world.db, world.now)
      await run()
    },
  }
}
