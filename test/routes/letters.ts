import { sql } from 'drizzle-orm'
import { letterLink, sealAddress } from '#features/publishing/letters/address.ts'
import { secretsOf } from '#web/secrets.ts'
import { Binding } from '../features/core/mail/fixtures.ts'
import type { People, RouteLine, Sending } from './route-line.ts'

const publicPage = { access: 'public', trips: 1 } as const
const owners = { access: 'owner', trips: 2 } as const
const authors = { access: 'signedIn', trips: 2, as: 'author' } as const
const members = { access: 'member', trips: 4, written: 9 } as const
const asked = { access: 'anyone', trips: 3, rows: 34, written: 6 } as const

/** Letters to people without an account. */
export const LETTER_ROUTES: Record<string, RouteLine> = {
  'GET /letters': { ...publicPage, trips: 2, sent: on({ path: '/letters?kind=site' }) },
  'GET /letters/of/:uid': { ...publicPage, sent: ({ author }) => ({ path: `/letters/of/${author.uid}` }) },
  'POST /api/letters': { ...asked, status: 202, sent: (people) => on({ json: newReader() })(people) },
  'POST /letters': { ...asked, status: 303, sent: (people) => on({ form: newReader() })(people) },
  'GET /api/letters/mine': { access: 'signedIn', trips: 2 },
  'PUT /api/letters/mine': { ...members, sent: proven({ json: { kind: 'site', cadence: 'daily' } }) },
  'POST /letters/mine': { ...members, status: 303, sent: proven({ form: { kind: 'site', ref: '' } }) },
  'GET /letters/confirm': { ...publicPage, sent: link('confirm') },
  'POST /letters/confirm': { access: 'anyone', trips: 2, written: 10, sent: link('confirm', {}) },
  'GET /letters/manage': { ...publicPage, sent: link('manage') },
  'POST /letters/manage': {
    ...{ access: 'anyone', trips: 3, written: 4 },
    sent: link('manage', { kind: 'site', ref: '', cadence: 'weekly' }),
  },
  'GET /letters/stop': { ...publicPage, sent: link('stop') },
  'POST /letters/stop': {
    ...{ ...publicPage, trips: 2, written: 9 },
    sent: link('stop', { 'List-Unsubscribe': 'One-Click' }),
  },
  'GET /studio/letters': authors,
  'GET /studio/letters/preview/:id': {
    ...{ ...authors, trips: 3 },
    sent: ({ author }) => ({ path: `/studio/letters/preview/${author.approved}` }),
  },
  'GET /api/studio/letters': authors,
  'PUT /api/studio/letters': {
    ...{ access: 'member', trips: 3, written: 1, as: 'author' },
    sent: () => ({ json: { content: 'whole' } }),
  },
  'POST /api/studio/letters/test': {
    ...{ access: 'member', status: 202, trips: 3, written: 6, as: 'author' },
    sent: (people) => proven({ json: { post_id: people.author.approved } }, people.author.uid)(people),
  },
  'GET /admin/letters': owners,
  'GET /api/admin/letters': owners,
  'GET /api/admin/letters.csv': {
    ...{ ...owners, trips: 4, written: 6 },
    sent: () => ({ path: '/api/admin/letters.csv?kind=site' }),
  },
  'PUT /api/admin/letters/authors/:uid': {
    ...{ access: 'owner', status: 204, trips: 3, written: 4 },
    sent: ({ author }) => ({ path: `/api/admin/letters/authors/${author.uid}` }),
  },
  'DELETE /api/admin/letters/authors/:uid': {
    ...{ access: 'owner', status: 204, trips: 3, written: 8 },
    sent: ({ author }) => ({ path: `/api/admin/letters/authors/${author.uid}` }),
  },
  'POST /api/admin/letters/import': {
    ...{ access: 'owner', status: 202, trips: 3, written: 7 },
    sent: () => ({ json: { kind: 'site', addresses: 'ada@example.com\nlin@example.com' } }),
  },
  'POST /api/admin/letters/end': {
    ...{ access: 'owner', status: 404, trips: 2 },
    because: 'the budget of an address without letters; test/features/publishing/letters ends others',
    sent: () => ({ json: { email: 'nobody@example.com' } }),
  },
}

const newReader = () => ({ kind: 'site', email: `${crypto.randomUUID()}@example.com` })

/** On a site with a sender of letters. */
function on(sending: Sending) {
  return ({ world }: People): Sending => {
    world.env = { ...world.env, LETTERS: new Binding(), LETTERS_FROM: 'News <news@letters.joule.test>' }
    return sending
  }
}

/** As a user with a verified address: the member, if no other is given. */
function proven(sending: Sending, uid?: number) {
  return async (people: People): Promise<Sending> => {
    const { world, member } = people
    await world.db.batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${uid ?? member.user?.uid}`])
    return on(sending)(people)
  }
}

/** A link in a mail to a new subscriber, or to an address that has asked. */
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
        : sql<{ id: number }>`INSERT INTO letter_subscribers (${columns}) VALUES (${values}) RETURNING id`,
      sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, digest_from, digest_at, created_at)
          SELECT id, 'site', '', 'daily', ${at}, '2999', ${at} FROM letter_subscribers WHERE email_hash = ${hash}`,
    ])
    const path = await letterLink(secrets, page, row?.id ?? 0, page === 'stop' ? 'daily' : undefined)
    return { path, ...(form && { form }) }
  }
}
