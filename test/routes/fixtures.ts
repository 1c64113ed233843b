import { sql } from 'drizzle-orm'
import { preparePostImage } from '#compute/images/strip.ts'
import type { TokenKind } from '#db/schema/accounts.ts'
import { restoreToken } from '#features/accounts/deletion/deletion.ts'
import { submitReview } from '#features/accounts/profiles/review.ts'
import { issueToken } from '#features/accounts/recovery/tokens.ts'
import { storeImage } from '#features/core/images/store.ts'
import { addressOf } from '#features/core/mail/outbox.ts'
import { continueExports, exportResources } from '#features/pages/exports/job.ts'
import { after, DAY, SECOND } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { randomId } from '#kernel/ids.ts'
import { PNG } from '#test/images.ts'
import { freshName, reviewsOf } from '#test/profiles.ts'
import { PASSWORD } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { newDevice } from '../features/accounts/passkeys/device.ts'
import { addPasskey, optionsFor } from '../features/accounts/passkeys/member.ts'
import { appWith } from '../features/accounts/second-factor/authenticator.ts'
import type { People, Sending } from './route-line.ts'

/** The key of the author's avatar. */
export async function storedImage({ world, author }: People): Promise<string> {
  const owner = { uid: author.uid, exp: 0, role: 'user' } as const
  const { key } = await storeImage(
    world.db,
    world.env.IMAGES,
    owner,
    'avatar',
    preparePostImage(PNG),
    world.now,
  )
  await world.db.batch([sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${author.uid}`])
  return key
}

/**
 * A unique word in a new post. The post is published through the API, so that it is in the search
 * index.
 */
export async function publishedWord({ author }: People): Promise<string> {
  const word = freshName()
  await author.post('/api/studio/posts', { title: word, body: '<p>A text.</p>' })
  return word
}

/** A published post with a revision. */
export async function rewrittenPost({ author }: People): Promise<number> {
  await author.put(`/api/studio/posts/${author.approved}`, { title: 'Another title' })
  return author.approved
}

/** The token that login returns for an account that waits for deletion. */
export async function tokenToRestore({ world }: People): Promise<string> {
  const { uid } = await world.user()
  const purgeAt = new Date(world.now.getTime() + DAY).toISOString()
  await world.db.batch([sql`UPDATE users SET purge_at = ${purgeAt} WHERE uid = ${uid}`])
  return restoreToken(secretsOf(world.env), uid, purgeAt, world.now)
}

/** A name change that waits for review. */
export async function waitingReview({ world, member }: People): Promise<number> {
  await world.db.batch([
    submitReview(member.uid, { username: freshName(), signature: 'to be decided' }, world.now),
  ])
  const [review] = await reviewsOf(world, member)
  return review?.id ?? 0
}

/** The case of the author's post, reported by the reader. */
export async function reportedPost({ world, reader, author }: People): Promise<number> {
  await reader.post('/api/reports', { post_id: author.approved, reason: 'spam' })
  const row = await world.db.first(sql<{ id: number }>`SELECT MAX(id) AS id FROM report_cases`)
  return row?.id ?? 0
}

export async function lockedPost({ world, author }: People): Promise<number> {
  return (await world.post({ author, status: 'locked', reason: 'for the budget' })).id
}

/** A series of the author with the approved post, without followers. */
export async function seriesOf({ world, author }: People): Promise<number> {
  const known = sql<{
    id: number
  }>`SELECT series_id AS id FROM series_posts WHERE post_id = ${author.approved}`
  const before = await world.db.first(known)
  if (before) return before.id
  const at = world.now.toISOString()
  const [, , , [row]] = await world.db.batch([
    sql`INSERT INTO series (user_id, title, created_at, updated_at) VALUES (${author.uid}, 'for the budget', ${at}, ${at})`,
    sql`INSERT INTO series_posts (post_id, series_id, position, listed_at)
        SELECT id, last_insert_rowid(), 0, listed_at FROM posts WHERE id = ${author.approved}`,
    sql`UPDATE series SET parts = 1 WHERE id = (SELECT series_id FROM series_posts WHERE post_id = ${author.approved})`,
    known,
  ])
  return row?.id ?? 0
}

/** A post that was edited after approval and not yet checked by an admin. */
export async function editedPost({ world, author }: People): Promise<number> {
  const at = world.now.toISOString()
  await world.db.batch([
    sql`UPDATE posts SET version = version + 1, edit_unseen_since = ${at} WHERE id = ${author.approved}`,
  ])
  return author.approved
}

/** The newest notice of the author: a comment on their post. */
export async function notice({ author }: People): Promise<number> {
  return (await author.get('/api/messages')).json.items[0].id
}

/** The reader's comment, with a reply. */
export async function commentWithReply({ reader }: People): Promise<Sending> {
  await reader.post(`/api/comments/${reader.comment}/reply`, { body: 'for the budget' })
  return {}
}

/** The reader's folder, with the author's post in it. */
export async function filledFolder({ reader, author }: People): Promise<Sending> {
  await reader.post(`/api/folders/${reader.folder}/posts`, { post_id: author.approved })
  return {}
}

/** The author, followed by the reader. */
export async function followed({ reader, author }: People): Promise<number> {
  await reader.post(`/api/users/${author.uid}/follow`)
  return author.uid
}

/** A mail that was not sent, because the test site has no mail service. */
export async function keptMail({ world, owner }: People): Promise<number> {
  await owner.post('/api/admin/mail/test')
  const row = await world.db.first(
    sql<{ id: number }>`SELECT MAX(id) AS id FROM outbox WHERE status = 'kept'`,
  )
  return row?.id ?? 0
}

/** A token mailed to the member. */
export async function tokenOf(
  { world, member }: People,
  kind: Exclude<TokenKind, 'not_me'>,
): Promise<string> {
  const { token, hash } = await newSecret()
  await world.db.batch(issueToken(addressOf(member.uid), { kind, hash }, world.now))
  return token
}

/** A "this was not me" link of the member, which their session may revoke. */
export async function notMeToken({ world, member }: People) {
  const { token, hash } = await newSecret()
  const at = after(world.now, SECOND).toISOString()
  await world.db.batch([
    sql`INSERT INTO user_tokens (token_hash, user_id, kind, email, created_at, expires_at, sid, about)
        SELECT ${hash}, uid, 'not_me', email, ${at}, '9999', 'none', 'password_changed' FROM users
        WHERE uid = ${member.uid}`,
  ])
  return { token, hash }
}

/** The id of a personal access token of the member. */
export async function accessToken({ member }: People): Promise<number> {
  return (await member.post('/api/settings/tokens', { name: 'for the budget', scope: 'read' })).json
    .id
}

/** The id of a finished export of the reader. */
export async function exported({ world, reader }: People): Promise<string> {
  const at = world.now.toISOString()
  await world.db.batch([
    sql`INSERT INTO account_exports (id, user_id, format, claimed_until, created_at)
        VALUES (${randomId()}, ${reader.uid}, 'zip', ${at}, ${at})
        ON CONFLICT DO NOTHING`,
  ])
  await continueExports(exportResources(world.env, world.db), world.now)
  const row = await world.db.first(
    sql<{ id: string }>`SELECT id FROM account_exports WHERE user_id = ${reader.uid}`,
  )
  return row?.id ?? ''
}

/** An authenticator app that the member has not confirmed yet. */
export async function factor({ world, member }: People) {
  const { json } = await member.post('/api/settings/totp', { password: PASSWORD })
  return appWith(json.secret, world)
}

async function confirmed(people: People) {
  const app = await factor(people)
  await people.member.post('/api/settings/totp/confirm', { code: await app.code() })
  return app
}

export async function loginWithCode(people: People) {
  const app = await confirmed(people)
  const credentials = { email: people.member.user?.email, password: PASSWORD }
  const { json } = await people.visitor.post('/api/auth/login', credentials)
  return { challenge: json.challenge, code: await app.code(1) }
}

export async function removalOfFactor(people: People) {
  const app = await confirmed(people)
  return { password: PASSWORD, code: await app.code(1) }
}

/** A passkey that is not registered yet. */
export async function newPasskey({ member }: People) {
  const device = await newDevice()
  return { response: await device.register(await optionsFor(member)), name: 'for the budget' }
}

/** A passkey of the member, with its device. */
export async function passkey({ member }: People) {
  const device = await newDevice()
  const { json } = await addPasskey(member, device)
  return { id: json.id as number, device }
}

export async function loginWithPasskey(people: People) {
  const { device } = await passkey(people)
  const { json: options } = await people.visitor.post('/api/auth/passkey/options')
  return { response: await device.sign(options) }
}
