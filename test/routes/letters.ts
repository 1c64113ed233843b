import { sql } from 'drizzle-orm'
import { letterLink, sealAddress, stopLink } from '#features/publishing/letters/address.ts'
import { stopLetters } from '#features/publishing/letters/subscribe.ts'
import { secretsOf } from '#web/secrets.ts'
import { Binding } from '../features/core/mail/fixtures.ts'
import { line, type People, type RouteLine, type Sending } from './route-line.ts'

const authors = line('signedIn', 2, { as: 'author' })
const owners = line('owner', 2)
const allowed = (written: number) =>
  line('owner', 3, { status: 204, written }, ({ author }) => author.uid)
const asked = { rows: 34, written: 6 }

/** Letters to people without an account. */
export const LETTER_ROUTES: Record<string, RouteLine> = {
  'GET /letters': line('public', 2, {}, on({ path: '/letters?kind=site' })),
  'GET /letters/of/:uid': line('public', 1, {}, ({ author }) => author.uid),
  'POST /api/letters': line('anyone', 3, { ...asked, status: 202 }, (people) =>
    on({ json: newReader() })(people),
  ),
  'POST /letters': line('anyone', 3, { ...asked, status: 303 }, (people) =>
    on({ form: newReader() })(people),
  ),
  'GET /api/letters/mine': line('signedIn', 2),
  'PUT /api/letters/mine': line(
    'member',
    4,
    { written: 9 },
    proven({ json: { kind: 'site', cadence: 'daily' } }),
  ),
  'POST /letters/mine': line(
    'member',
    4,
    { status: 303, written: 9 },
    proven({ form: { kind: 'site', ref: '' } }),
  ),
  'GET /letters/confirm': line('public', 1, {}, link('confirm')),
  'POST /letters/confirm': line('anyone', 2, { written: 10 }, link('confirm', {})),
  'GET /letters/manage': line('public', 1, {}, link('manage')),
  'POST /letters/manage': line(
    'anyone',
    3,
    { written: 4 },
    link('manage', { kind: 'site', ref: '', cadence: 'weekly' }),
  ),
  'GET /letters/stop': line('public', 1, {}, link('stop')),
  'POST /letters/stop': line(
    'public',
    2,
    { written: 9 },
    link('stop', { 'List-Unsubscribe': 'One-Click' }),
  ),
  'POST /letters/resume': line('anyone', 2, { written: 14 }, stoppedLetters),
  'GET /studio/letters': authors,
  'GET /studio/letters/preview/:id': line(
    'signedIn',
    3,
    { as: 'author' },
    ({ author }) => author.approved,
  ),
  'GET /api/studio/letters': authors,
  'PUT /api/studio/letters': line('member', 3, { written: 1, as: 'author' }, () => ({
    json: { content: 'whole' },
  })),
  'POST /api/studio/letters/test': line(
    'member',
    3,
    { status: 202, written: 6, as: 'author' },
    (people) => proven({ json: { post_id: people.author.approved } }, people.author.uid)(people),
  ),
  'GET /admin/letters': owners,
  'GET /api/admin/letters': owners,
  'GET /api/admin/letters.csv': line('owner', 4, { written: 6 }, () => '?kind=site'),
  'PUT /api/admin/letters/authors/:uid': allowed(4),
  'DELETE /api/admin/letters/authors/:uid': allowed(8),
  'POST /api/admin/letters/import': line('owner', 3, { status: 202, written: 7 }, () => ({
    json: { kind: 'site', addresses: 'ada@example.com\nlin@example.com' },
  })),
  'POST /api/admin/letters/end': line(
    'owner',
    2,
    {
      status: 404,
      because:
        'the budget of an address without letters; test/features/publishing/letters ends others',
    },
    () => ({ json: { email: 'unknown@example.com' } }),
  ),
}

const newReader = () => ({ kind: 'site', email: `${crypto.randomUUID()}@example.com` })

/** On a site with a sender of letters. */
function on(sending: Sending) {
  return ({ world }: People): Sending => {
    world.env = {
      ...world.env,
      LETTERS: new Binding(),
      LETTERS_FROM: 'News <news@letters.joule.test>',
    }
    return sending
  }
}

/** As a user with a verified address: the member, if no other is given. */
function proven(sending: Sending, uid?: number) {
  return async (people: People): Promise<Sending> => {
    const { world, member } = people
    await world.db.batch([
      sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${uid ?? member.user?.uid}`,
    ])
    return on(sending)(people)
  }
}

/** A link in a mail to a new subscriber, or to an address that has asked. */
/** Stops letters, and sends the form that takes the stop back. */
async function stoppedLetters(people: People): Promise<Sending> {
  const { path = '' } = await link('stop')(people)
  const secrets = secretsOf(people.world.env)
  const token = new URL(path, 'http://joule.test').searchParams.get('token') ?? ''
  const stopped = await stopLetters(people.world.db, secrets, token, people.world.now)
  return { path: stopped?.resume ?? '', form: {} }
}

function link(page: 'confirm' | 'manage' | 'stop', form?: Record<string, string>) {
  return async ({ world }: People): Promise<Sending> => {
    const secrets = secretsOf(world.env)
    const { hash, text, keyId } = await sealAddress(secrets, newReader().email)
    const at = world.now.toISOString()
    const columns = sql`email_hash, email, key_id, language, time_zone, site, created_at`
    const values = sql`${hash}, ${text}, ${keyId}, 'en', 'UTC', 'http://joule.test', ${at}`
    const [[row]] = await world.db.batch([
      page === 'confirm'
        ? sql<{ id: number }>`
            INSERT INTO letter_requests (kind, ref, cadence, ${columns}) VALUES ('site', '', 'each', ${values}) RETURNING id`
        : sql<{
            id: number
          }>`INSERT INTO letter_subscribers (${columns}) VALUES (${values}) RETURNING id`,
      sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, digest_from, digest_at, created_at)
          SELECT id, 'site', '', 'daily', ${at}, '2999', ${at} FROM letter_subscribers WHERE email_hash = ${hash}`,
    ])
    const id = row?.id ?? 0
    const path = await (page === 'stop'
      ? stopLink(secrets, id, 'daily', world.now)
      : letterLink(secrets, page, id))
    return { path, ...(form && { form }) }
  }
}
