import { sql } from 'drizzle-orm'
import { confirmPath, managePath, stopPath } from '#features/publishing/letters/tokens.ts'
import { secretsOf } from '#web/secrets.ts'
import { Binding } from '../features/core/mail/fixtures.ts'
import type { People, RouteLine } from './route-line.ts'

/** Letters to people without an account. */
export const LETTER_ROUTES: Record<string, RouteLine> = {
  'GET /letters': {
    access: 'public',
    status: 200,
    trips: 2,
    sent: (people) => ({ ...withSender(people), path: '/letters?kind=site' }),
  },
  'GET /letters/of/:uid': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: ({ author }) => ({ path: `/letters/of/${author.uid}` }),
  },
  'POST /api/letters': {
    access: 'anyone',
    status: 202,
    trips: 3,
    rows: 34,
    written: 6,
    sent: (people) => ({ ...withSender(people), json: { kind: 'site', email: `${crypto.randomUUID()}@example.com` } }),
  },
  'POST /letters': {
    access: 'anyone',
    status: 303,
    trips: 3,
    rows: 34,
    written: 6,
    sent: (people) => ({ ...withSender(people), form: { kind: 'site', email: `${crypto.randomUUID()}@example.com` } }),
  },
  'GET /api/letters/mine': { access: 'signedIn', status: 200, trips: 2 },
  'PUT /api/letters/mine': {
    access: 'member',
    status: 200,
    trips: 4,
    written: 9,
    sent: async (people) => ({
      ...withSender(people),
      ...(await proven(people)),
      json: { kind: 'site', cadence: 'daily' },
    }),
  },
  'POST /letters/mine': {
    access: 'member',
    status: 303,
    trips: 4,
    written: 9,
    sent: async (people) => ({ ...withSender(people), ...(await proven(people)), form: { kind: 'site', ref: '' } }),
  },
  'GET /letters/confirm': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (people) => ({ path: (await links(people)).confirm }),
  },
  'POST /letters/confirm': {
    access: 'anyone',
    status: 200,
    trips: 2,
    written: 10,
    sent: async (people) => ({ path: (await links(people)).confirm, form: {} }),
  },
  'GET /letters/manage': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (people) => ({ path: (await links(people)).manage }),
  },
  'POST /letters/manage': {
    access: 'anyone',
    status: 200,
    trips: 4,
    written: 4,
    sent: async (people) => ({
      path: (await links(people)).manage,
      form: { kind: 'site', ref: '', cadence: 'weekly' },
    }),
  },
  'GET /letters/stop': {
    access: 'public',
    status: 200,
    trips: 1,
    sent: async (people) => ({ path: (await links(people)).stop }),
  },
  'POST /letters/stop': {
    access: 'public',
    status: 200,
    trips: 2,
    written: 9,
    sent: async (people) => ({ path: (await links(people)).stop, form: { 'List-Unsubscribe': 'One-Click' } }),
  },
  'GET /studio/letters': { access: 'signedIn', status: 200, trips: 2, as: 'author' },
  'GET /studio/letters/preview/:id': {
    access: 'signedIn',
    status: 200,
    trips: 3,
    as: 'author',
    sent: ({ author }) => ({ path: `/studio/letters/preview/${author.approved}` }),
  },
  'GET /api/studio/letters': { access: 'signedIn', status: 200, trips: 2, as: 'author' },
  'PUT /api/studio/letters': {
    access: 'member',
    status: 200,
    trips: 3,
    written: 1,
    as: 'author',
    sent: () => ({ json: { content: 'whole' } }),
  },
  'POST /api/studio/letters/test': {
    access: 'member',
    status: 202,
    trips: 3,
    written: 6,
    as: 'author',
    sent: async (people) => ({
      ...withSender(people),
      ...(await proven(people, people.author.uid)),
      json: { post_id: people.author.approved },
    }),
  },
  'GET /admin/letters': { access: 'owner', status: 200, trips: 2 },
  'GET /api/admin/letters': { access: 'owner', status: 200, trips: 2 },
  'GET /api/admin/letters.csv': {
    access: 'owner',
    status: 200,
    trips: 4,
    written: 6,
    sent: () => ({ path: '/api/admin/letters.csv?kind=site' }),
  },
  'PUT /api/admin/letters/authors/:uid': {
    access: 'owner',
    status: 204,
    trips: 3,
    written: 4,
    sent: ({ author }) => ({ path: `/api/admin/letters/authors/${author.uid}` }),
  },
  'DELETE /api/admin/letters/authors/:uid': {
    access: 'owner',
    status: 204,
    trips: 3,
    written: 8,
    sent: ({ author }) => ({ path: `/api/admin/letters/authors/${author.uid}` }),
  },
  'POST /api/admin/letters/import': {
    access: 'owner',
    status: 202,
    trips: 3,
    written: 7,
    sent: () => ({ json: { kind: 'site', addresses: 'ada@example.com\nlin@example.com' } }),
  },
  'POST /api/admin/letters/end': {
    access: 'owner',
    status: 404,
    because: 'the budget of an address without letters; test/features/publishing/letters ends others',
    trips: 2,
    sent: () => ({ json: { email: 'nobody@example.com' } }),
  },
}

function withSender({ world }: Pick<People, 'world'>): object {
  world.env = { ...world.env, LETTERS: new Binding(), LETTERS_FROM: 'News <news@letters.joule.test>' }
  return {}
}

/** Verifies the address of the member, or of the given user. */
async function proven({ world, member }: People, uid = member.user?.uid): Promise<object> {
  await world.db.batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${uid}`])
  return {}
}

/** The links of the mails to a new subscriber and to a new request. */
async function links({ world }: Pick<People, 'world'>) {
  const { sealAddress } = await import('#features/publishing/letters/address.ts')
  const secrets = secretsOf(world.env)
  const seal = () => sealAddress(secrets, `${crypto.randomUUID()}@example.com`)
  const [asked, { hash, text, keyId }] = await Promise.all([seal(), seal()])
  const at = world.now.toISOString()
  const [[request], [subscriber]] = await world.db.batch([
    sql<{ id: number }>`
      INSERT INTO letter_requests (email_hash, email, key_id, kind, ref, cadence, language, time_zone, site, created_at)
      VALUES (${asked.hash}, ${asked.text}, ${asked.keyId}, 'site', '', 'each', 'en', 'UTC', 'http://joule.test', ${at}) RETURNING id`,
    sql<{ id: number }>`
      INSERT INTO letter_subscribers (email_hash, email, key_id, language, time_zone, site, created_at)
      VALUES (${hash}, ${text}, ${keyId}, 'en', 'UTC', 'http://joule.test', ${at}) RETURNING id`,
  ])
  const id = subscriber?.id ?? 0
  await world.db.batch([
    sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, digest_from, digest_at, created_at)
        VALUES (${id}, 'site', '', 'daily', ${at}, '2999', ${at})`,
  ])
  return {
    confirm: await confirmPath(secrets, request?.id ?? 0),
    manage: await managePath(secrets, { id }),
    stop: await stopPath(secrets, { id }, 'daily'),
  }
}
