import { sql } from 'drizzle-orm'
import { newImageKey } from '#features/core/images/files.ts'
import { newWebhookSecret } from '#features/operations/webhooks/secrets.ts'
import { sealAddress } from '#features/publishing/letters/address.ts'
import { HOUR } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'
import { PNG } from '#test/images.ts'
import { device } from '#test/push.ts'
import { type Client, freshEmail, type Member, PASSWORD, type World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import type { Binding } from '../features/core/mail/fixtures.ts'
import { freshWord } from '../features/publishing/search/posts.ts'

type Scene = Awaited<ReturnType<typeof createCronFixture>>

/** Creates data for the cron, at least one item for each of its jobs. */
export async function createCronFixture(world: World) {
  const [author, reader, leaver] = await Promise.all([
    world.member({ level: 3, isVerified: true }),
    world.member({ level: 4, isVerified: true }),
    world.member({ level: 1, isVerified: true }),
  ])
  const word = freshWord()
  await author.put('/api/settings/notice-mail', { comment: 'at_once', like: 'digest' })
  const published = await write(author, { title: word })
  const publish_at = new Date(world.now.getTime() + HOUR).toISOString()
  const scheduled = await write(author, { title: word, draft: true, publish_at })
  const binned = await write(author, { title: word, draft: true })
  await author.delete(`/api/studio/posts/${binned}`)
  await author.send('POST', '/api/posts/upload-image', { body: picture() })
  await reader.post(`/api/posts/${published}/like`)
  await reader.post(`/api/posts/${published}/comments`, { body: 'for the cron' })
  await reader.post('/api/energy/energize', { post_id: published, form: 'light' })
  await leaver.post('/api/settings/delete-account', { password: PASSWORD })
  // Not in any index, because the site did not write it.
  const unindexed = (await world.post({ author: author.user, title: word })).id
  const like = (uid: number, post: number) =>
    sql`INSERT INTO post_likes (user_id, post_id, created_at) VALUES (${uid}, ${post}, ${world.now.toISOString()})`
  await world.db.batch([
    // Both users liked both posts, so that each is in the "read next" list of the other.
    like(reader.user.uid, unindexed),
    like(leaver.user.uid, published),
    like(leaver.user.uid, unindexed),
    sql`INSERT INTO reset_requests (email, site, language, created_at)
        VALUES (${reader.user.email}, 'http://joule.test', 'en', ${world.now.toISOString()})`,
    sql`INSERT INTO account_exports (id, user_id, format, claimed_until, created_at)
        VALUES (${randomId()}, ${author.user.uid}, 'zip', ${world.now.toISOString()}, ${world.now.toISOString()})`,
  ])
  const subscriber = { uid: 0, email: freshEmail() }
  await subscribe(world, author, subscriber.email)
  const stray = newImageKey('image/png')
  await world.env.IMAGES.put(stray, PNG)
  const person = ({ user: { uid, email } }: typeof author) => ({ uid, email: email ?? '' })
  const people = {
    author: person(author),
    reader: person(reader),
    leaver: person(leaver),
    subscriber,
  }
  return { people, word, published, unindexed, scheduled, binned, stray }
}

/**
 * A device, a webhook and a subscriber to the letters of the author. Created last, so that only the
 * cron sends something to them.
 */
async function subscribe(
  { db, env, now }: World,
  { sid, user: { uid } }: Member,
  email: string,
): Promise<void> {
  const at = now.toISOString()
  const secrets = secretsOf(env)
  const [{ endpoint, keys }, { secret, keyId }, sealed] = await Promise.all([
    device(),
    newWebhookSecret(secrets),
    sealAddress(secrets, email),
  ])
  await db.batch([
    sql`UPDATE sessions SET expires_at = '2999' WHERE sid = ${sid}`,
    sql`INSERT INTO push_subscriptions (session_id, user_id, endpoint, target, p256dh, auth, categories, site, created_at)
        VALUES (${sid}, ${uid}, ${endpoint}, 'fcm.googleapis.com', ${keys.p256dh}, ${keys.auth}, '["like", "system"]',
          'http://joule.test', ${at})`,
    sql`INSERT INTO webhooks (url, host, events, secret, key_id, site, language, created_at)
        VALUES ('https://receiver.example/', 'receiver.example', '["post.published"]', ${secret}, ${keyId}, 'http://joule.test', 'en', ${at})`,
    sql`INSERT INTO letter_subscribers (email_hash, email, key_id, language, time_zone, site, created_at)
        VALUES (${sealed.hash}, ${sealed.text}, ${sealed.keyId}, 'en', 'UTC', 'http://joule.test', ${at})`,
    sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
        SELECT id, 'author', ${String(uid)}, 'each', ${at} FROM letter_subscribers WHERE email_hash = ${sealed.hash}`,
    sql`INSERT INTO site_state (key, value) VALUES ('letters', ${at}) ON CONFLICT (key) DO UPDATE SET value = ${at}`,
  ])
}

/**
 * The final state of the fixture, without ids. A mail may be sent twice if the result of the first
 * attempt is unknown, so duplicates are removed.
 */
export async function endOf(world: World, scene: Scene, { sent }: Binding, called: string[]) {
  const { people, word, published, unindexed, scheduled, binned, stray } = scene
  const uids = Object.values(people).map(({ uid }) => uid)
  const whose = sql`(SELECT value FROM json_each(${JSON.stringify(uids)}))`
  const count = (from: string) =>
    sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql.raw(from)} user_id IN ${whose}`
  const [
    sessions,
    keys,
    tokens,
    queued,
    waiting,
    notices,
    posts,
    fresh,
    images,
    next,
    leaver,
    left,
  ] = await world.db.batch([
    count('sessions WHERE'),
    count('idempotency_keys WHERE'),
    count('user_tokens WHERE'),
    count('notices_to_mail WHERE'),
    count(`outbox WHERE status = 'waiting' AND`),
    sql`SELECT user_id = ${people.author.uid} AS to_author, kind, COUNT(*) AS n FROM notifications
        WHERE user_id IN ${whose} GROUP BY 1, 2 ORDER BY 1, 2`,
    sql`SELECT status, deleted_at IS NULL AS is_there, body = '' AS is_empty FROM posts
        WHERE id IN (${published}, ${scheduled}, ${binned}) ORDER BY id`,
    sql`SELECT COUNT(*) AS n FROM post_days WHERE author_id IN ${whose} AND fresh = 1`,
    count('images WHERE'),
    sql`SELECT ids IN (${`[${unindexed}]`}, ${`[${published}]`}) AS is_other FROM read_next
        WHERE post_id IN (${published}, ${unindexed})`,
    sql`SELECT status, email FROM users WHERE uid = ${people.leaver.uid}`,
    sql`SELECT channel, kind, status, COUNT(*) AS n FROM outbox WHERE channel <> 'mail' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ])
  const found = await world.visitor().get(`/api/posts?q=${word}`)
  const ids = found.json.items.map(({ id }: { id: number }) => id)
  const letters = Object.entries(people).flatMap(([who, { email }]) =>
    sent
      .filter(({ to }) => to === email)
      .map(
        ({ subject }) =>
          `${who}: ${subject
            .replaceAll(word, 'it')
            .replace(/ on \w+ \d+$/, ' on a day')
            .replace(/\d+/g, 'n')}`,
      ),
  )
  return {
    sessions,
    keys,
    tokens,
    queued,
    waiting,
    notices,
    posts,
    fresh,
    images,
    next,
    leaver,
    left,
    found: [published, unindexed, scheduled, binned].map((id) => ids.includes(id)),
    stray: (await world.env.IMAGES.head(stray)) !== null,
    letters: [...new Set(letters)].sort(),
    called: [...new Set(called)].sort(),
  }
}

async function write(author: Client, post: object): Promise<number> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return (await author.post('/api/studio/posts', { body: '<p>Words.</p>', ...post }, { headers }))
    .json.id
}

function picture(): FormData {
  const form = new FormData()
  form.set('file', new File([PNG], 'picture.png', { type: 'image/png' }))
  return form
}
