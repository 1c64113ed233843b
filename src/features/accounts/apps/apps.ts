import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, found, type Group, group } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { AppRow } from '#db/schema/accounts.ts'
import { APP_SCOPES, scopesIn } from '#features/accounts/apps/claims.ts'
import { firstKey } from '#features/accounts/apps/signing-keys.ts'
import { isLoopback } from '#features/core/network/fetch-outside.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { line, problem } from '#kernel/fields.ts'
import { randomId } from '#kernel/ids.ts'

/** Maximum number of applications of the site. The trigger oauth_apps_fifty_at_most enforces it. */
export const APPS_MAX = 50
export const APP_NAME_MAX = 50
export const REDIRECT_URIS_MAX = 10
const REDIRECT_URI_MAX = 500
/**
 * Users of an application are counted up to this number, because counting all users of a large
 * application would read too many rows.
 */
export const USERS_COUNTED = 1_000

/** A list of addresses. Forms send one address per line. */
const RedirectUris = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/\s/).filter((uri) => uri !== '') : value),
  z
    .array(z.string())
    .min(1)
    .max(REDIRECT_URIS_MAX)
    .superRefine((uris, context) => {
      if (!uris.every(isRedirectUri)) context.addIssue(problem('not_a_redirect_uri'))
      else if (new Set(uris).size < uris.length) context.addIssue(problem('repeated'))
    }),
)

export const AppInput = z.object({
  name: line({ min: 1, max: APP_NAME_MAX }),
  redirect_uris: RedirectUris.meta({
    type: 'array',
    items: { type: 'string' },
    description:
      'Each address uses https, or http on a loopback host. The `redirect_uri` of a login must be exactly equal to one of them.',
  }),
})

export const NewAppInput = AppInput.extend({
  confidential: z
    .boolean()
    .describe(
      'True for an application that runs on a server and can keep a secret. It then has a client secret. False for a public client, such as an app on a phone.',
    ),
})

export const AppShape = z
  .object({
    id: z.int(),
    client_id: z.string(),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    confidential: z.boolean(),
    created_at: z.iso.datetime(),
    users: z
      .int()
      .describe('The number of users who allowed the application. The count stops at 1,000.'),
  })
  .meta({ id: 'App' })

export const NewAppShape = AppShape.extend({
  client_secret: z
    .string()
    .nullable()
    .describe(
      'The client secret. Only this response contains it. Null for a public client, which has no secret.',
    ),
}).meta({ id: 'NewApp' })

export type App = z.infer<typeof AppShape>

/**
 * The applications that the owner has registered, oldest first. There are at most APPS_MAX, so
 * there is one page.
 */
export const allApps: Group<App[]> = group(
  { rows: appRows(sql`a.fetched_at IS NULL`) },
  ({ rows }) => rows.map(asApp),
)

export async function createApp(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  { name, redirect_uris, confidential }: z.infer<typeof NewAppInput>,
  now: Date,
): Promise<z.infer<typeof NewAppShape>> {
  const clientId = randomId()
  const secret = confidential ? await newSecret() : null
  const key = await firstKey(db, secrets, now)
  const { app } = await db
    .read({
      change: command([
        ...key,
        entry(owner, 'create', clientId, { after: { name, redirect_uris, confidential } }, now),
        sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, secret_hash, created_at)
            VALUES (${clientId}, ${name}, ${JSON.stringify(redirect_uris)}, ${secret?.hash ?? null}, ${now.toISOString()})`,
      ]),
      app: shownApp(sql`a.client_id = ${clientId}`),
    })
    .catch(nameTheLimit('name', 'too_many_apps', APPS_MAX))
  return { ...app, client_secret: secret?.token ?? null }
}

export async function changeApp(
  db: Database,
  owner: AuditActor,
  id: number,
  { name, redirect_uris }: z.infer<typeof AppInput>,
  now: Date,
): Promise<App> {
  const { client_id, ...known } = await db.read(shownApp(sql`a.id = ${id}`))
  const before = { name: known.name, redirect_uris: known.redirect_uris }
  const { app } = await db.read({
    change: command([
      entry(owner, 'change', client_id, { before, after: { name, redirect_uris } }, now),
      sql`UPDATE oauth_apps SET name = ${name}, redirect_uris = ${JSON.stringify(redirect_uris)} WHERE id = ${id}`,
    ]),
    app: shownApp(sql`a.id = ${id}`),
  })
  return app
}

/**
 * Replaces the secret of a confidential client. The old secret stops working at once; tokens stay
 * valid.
 */
export async function rotateAppSecret(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<string> {
  const { client_id, name, confidential } = await db.read(shownApp(sql`a.id = ${id}`))
  if (!confidential) throw new AppError('invalid_transition')
  const { token, hash } = await newSecret()
  await db.batch([
    entry(owner, 'secret', client_id, { after: { name } }, now),
    sql`UPDATE oauth_apps SET secret_hash = ${hash} WHERE id = ${id}`,
  ])
  return token
}

/**
 * Removes an application. The triggers oauth_apps_take_their_consents_along,
 * oauth_consents_take_their_grants_along and oauth_grants_take_their_tokens_along end everything
 * that belongs to it.
 */
export async function removeApp(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<void> {
  const { client_id, name, redirect_uris, confidential } = await db.read(
    shownApp(sql`a.id = ${id}`),
  )
  await db.batch([
    entry(owner, 'remove', client_id, { before: { name, redirect_uris, confidential } }, now),
    sql`DELETE FROM oauth_apps WHERE id = ${id}`,
  ])
}

function entry(
  owner: AuditActor,
  action: 'create' | 'change' | 'secret' | 'remove',
  clientId: string,
  change: { before?: object; after?: object },
  now: Date,
) {
  return auditEntry(
    owner,
    { action: `app.${action}`, target: ['site_setting', clientId], ...change },
    now,
  )
}

/**
 * Whether an address may be registered. Later it is compared as text, so only its form is checked.
 * A fragment is refused: it would swallow the code.
 */
export function isRedirectUri(value: string): boolean {
  if (value.length > REDIRECT_URI_MAX || /[*#\\]/.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

type ShownRow = Omit<AppRow, 'fetched_at'> & { users: number }

function appRows(where: ReturnType<typeof sql>) {
  return sql<ShownRow>`
    SELECT a.id, a.client_id, a.name, a.redirect_uris, a.secret_hash, a.created_at, (SELECT COUNT(*) FROM (SELECT 1 FROM oauth_consents c WHERE c.app_id = a.id LIMIT ${USERS_COUNTED})) AS users
    FROM oauth_apps a WHERE ${where} ORDER BY a.id`
}

function shownApp(where: ReturnType<typeof sql>): Group<App> {
  return group({ row: found(appRows(where)) }, ({ row }) => asApp(row))
}

function asApp({ secret_hash, redirect_uris, ...row }: ShownRow): App {
  return { ...row, redirect_uris: JSON.parse(redirect_uris), confidential: secret_hash !== null }
}

/**
 * The host of an assistant, which is identified by the address of its document (documents.ts). Null
 * for an application of the owner.
 */
export const hostOfDocument = ({
  client_id,
  fetched_at,
}: Pick<AppRow, 'client_id' | 'fetched_at'>): string | null =>
  fetched_at === null ? null : new URL(client_id).host

/**
 * The name for a text about the application. The author of an assistant chooses its name freely,
 * so the text also names the host.
 */
export const nameWithHost = (name: string, host: string | null): string =>
  host === null || host === name ? name : `${name} (${host})`

export const ConnectedAppShape = z
  .object({
    id: z.int(),
    name: z.string(),
    host: z
      .string()
      .nullable()
      .describe(
        'The host of the document that describes an assistant. Null for an application that the owner registered.',
      ),
    scopes: z.array(z.enum(APP_SCOPES)),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('The time at which the application last got a token. Null if it never got one.'),
  })
  .meta({ id: 'ConnectedApp' })

export type ConnectedApp = z.infer<typeof ConnectedAppShape>

/**
 * The applications that the viewer has allowed: at most APPS_MAX, and at most ASSISTANTS_MAX
 * assistants, so there is one page.
 */
export function connectedApps(viewer: Viewer): Group<ConnectedApp[]> {
  const rows = sql<
    Omit<ConnectedApp, 'scopes' | 'host'> & { scopes: string } & Pick<
        AppRow,
        'client_id' | 'fetched_at'
      >
  >`
    SELECT a.id, a.name, a.client_id, a.fetched_at, c.scopes, c.created_at, c.last_used_at
    FROM oauth_consents c JOIN oauth_apps a ON a.id = c.app_id WHERE c.user_id = ${viewer.uid} ORDER BY a.name, a.id`
  return group({ rows }, ({ rows }) =>
    rows.map(({ client_id, fetched_at, ...row }) => ({
      ...row,
      host: hostOfDocument({ client_id, fetched_at }),
      scopes: scopesIn(row.scopes),
    })),
  )
}

/**
 * Withdraws the viewer's consent. The trigger oauth_consents_take_their_grants_along then ends all
 * tokens of the application for this user. The trigger users_erased_have_no_consents withdraws the
 * consents of erased users.
 */
export async function disconnectApp(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.read(
    found(
      sql`DELETE FROM oauth_consents WHERE user_id = ${viewer.uid} AND app_id = ${id} RETURNING app_id`,
    ),
  )
}
