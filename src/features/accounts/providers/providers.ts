import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  command,
  type Database,
  type Group,
  group,
  type Statement,
  throughCache,
} from '#db/client.ts'
import { nameTheLimit, tooMany } from '#db/refusals.ts'
import type { ProviderRow } from '#db/schema/accounts.ts'
import { GITHUB, type Provider, ProviderProblem } from '#features/accounts/providers/identities.ts'
import { forgetServers } from '#features/accounts/providers/servers.ts'
import type { Outside } from '#features/core/network/fetch-outside.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError, type FieldProblem } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** Maximum number of providers. The trigger identity_providers_five_at_most enforces it. */
export const PROVIDERS_MAX = 5
const LIMIT = ['key', 'too_many_providers', PROVIDERS_MAX] as const
export const PROVIDER_NAME_MAX = 50

/** How long another isolate may use old providers after a change. */
const EXPIRES_AFTER = 3 * SECOND

const cache = new CachedValue<ProviderRow[]>()

/** All providers, in the order in which they were added. They usually come from the cache. */
export async function allProviders(db: Database, now: Date): Promise<ProviderRow[]> {
  const rows = group({ rows: providerRows }, ({ rows }) => rows)
  return db.read(throughCache(cache, EXPIRES_AFTER, rows, now))
}

/**
 * For the login page, which must render without the database: returns the last known providers
 * then.
 */
export async function providersOnLogin(db: Database, now: Date): Promise<ProviderRow[]> {
  return allProviders(db, now).catch(() => cache.latest ?? [])
}

/** A provider by its key. Throws `not_found` for an unknown key. */
export async function storedProvider(db: Database, key: string, now: Date): Promise<ProviderRow> {
  const row = (await allProviders(db, now)).find((provider) => provider.key === key)
  if (!row) throw new AppError('not_found')
  return row
}

export async function providerByKey(
  db: Database,
  secrets: Secrets,
  key: string,
  now: Date,
): Promise<Provider> {
  const row = await storedProvider(db, key, now)
  const secret = await decrypt(
    secrets,
    { keyId: row.key_id, text: row.client_secret },
    'client-secret',
  )
  if (secret === null)
    throw new ProviderProblem('provider_failed', 'the client secret cannot be decrypted')
  return {
    ...row,
    clientSecret: new TextDecoder().decode(secret),
    mayCreateAccounts: row.sign_up === 1,
  }
}

interface NewProvider extends Pick<ProviderRow, 'type' | 'name' | 'client_id'> {
  issuer?: string | undefined
  /** If it is missing, the stored secret stays. */
  client_secret?: string | undefined
  sign_up: boolean
}

/** A provider as the owner sees it: without the secret. */
export interface ShownProvider extends Omit<ProviderRow, 'client_secret' | 'key_id' | 'sign_up'> {
  sign_up: boolean
  /** The number of accounts that can sign in with it. */
  accounts: number
  /** The number of accounts that have no other way to sign in. */
  only_here: number
}

/** Adds or replaces a provider. Refuses an issuer without a valid discovery document. */
export async function putProvider(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  key: string,
  { type, name, client_id, client_secret, sign_up, issuer: given }: NewProvider,
  outside: Outside,
  now: Date,
): Promise<ShownProvider> {
  const issuer = given ?? (type === 'github' ? GITHUB : undefined)
  if (issuer === undefined) throw invalid('issuer', fieldProblem('required'))
  const rows = await db.all(providerRows)
  const before = rows.find((row) => row.key === key)
  if (!before && rows.length >= PROVIDERS_MAX) throw tooMany(...LIMIT)
  if (rows.some((row) => row.key !== key && row.issuer === issuer))
    throw invalid('issuer', fieldProblem('repeated'))
  const stored = client_secret === undefined ? before : await sealed(secrets, client_secret)
  if (!stored) throw invalid('client_secret', fieldProblem('required'))
  forgetServers()
  const { serverOf } = await import('#features/accounts/providers/authorization.ts')
  await serverOf({ type, issuer }, outside, now).catch((error) => {
    throw error instanceof ProviderProblem
      ? invalid('issuer', fieldProblem('provider_not_found'))
      : error
  })
  const facts = { type, name, issuer, client_id, sign_up }
  const changed = cache.startChange(now)
  const target = ['site_setting', key] as const
  const entry = {
    action: 'provider.change',
    target,
    before: before && factsOf(before),
    after: facts,
  } as const
  const { rows: after, shown } = await db
    .read({
      change: command([
        auditEntry(owner, entry, now),
        sql`INSERT INTO identity_providers (key, type, name, issuer, client_id, client_secret, key_id, sign_up, created_at)
            VALUES (${key}, ${type}, ${name}, ${issuer}, ${client_id}, ${stored.client_secret}, ${stored.key_id},
              ${sign_up ? 1 : 0}, ${now.toISOString()})
            ON CONFLICT (key) DO UPDATE
            SET type = excluded.type, name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id,
              client_secret = excluded.client_secret, key_id = excluded.key_id, sign_up = excluded.sign_up`,
      ]),
      rows: providerRows,
      shown: shownProviders,
    })
    .catch(nameTheLimit(...LIMIT))
  changed(after)
  const provider = shown.find((one) => one.key === key)
  if (!provider) throw new AppError('not_found')
  return provider
}

/**
 * Removes a provider. The identities stay: they work again if the issuer is added again. Until
 * then, their users can request a password by mail.
 */
export async function removeProvider(
  db: Database,
  owner: AuditActor,
  key: string,
  now: Date,
): Promise<void> {
  const before = (await db.all(providerRows)).find((row) => row.key === key)
  if (!before) throw new AppError('not_found')
  const changed = cache.startChange(now)
  const { rows } = await db.read({
    change: command([
      auditEntry(
        owner,
        { action: 'provider.remove', target: ['site_setting', key], before: factsOf(before) },
        now,
      ),
      sql`DELETE FROM identity_providers WHERE key = ${key}`,
    ]),
    rows: providerRows,
  })
  changed(rows)
}

/** Clears the cache. Call this after other code has changed the table. */
export function forgetProviders(): void {
  cache.invalidate()
  forgetServers()
}

const providerRows: Statement<ProviderRow> = sql`SELECT * FROM identity_providers ORDER BY created_at, key`

/** The providers as the owner sees them. */
export const shownProviders: Group<ShownProvider[]> = group(
  {
    rows: sql<Omit<ShownProvider, 'sign_up'> & { sign_up: number }>`
      SELECT p.key, p.type, p.name, p.issuer, p.client_id, p.sign_up, p.created_at,
        (SELECT COUNT(*) FROM user_identities i WHERE i.issuer = p.issuer) AS accounts,
        (SELECT COUNT(*) FROM user_identities i JOIN users u ON u.uid = i.user_id
         WHERE i.issuer = p.issuer AND u.password_hash IS NULL
           AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = i.user_id)
           AND NOT EXISTS (
             SELECT 1 FROM user_identities o JOIN identity_providers q ON q.issuer = o.issuer
             WHERE o.user_id = i.user_id AND o.issuer <> i.issuer)) AS only_here
      FROM identity_providers p ORDER BY p.created_at, p.key`,
  },
  ({ rows }) => rows.map((row) => ({ ...row, sign_up: row.sign_up === 1 })),
)

async function sealed(secrets: Secrets, clientSecret: string) {
  const { keyId, text } = await encrypt(secrets, clientSecret, 'client-secret')
  return { client_secret: text, key_id: keyId }
}

function factsOf({ type, name, issuer, client_id, sign_up }: ProviderRow) {
  return { type, name, issuer, client_id, sign_up: sign_up === 1 }
}

function invalid(field: string, problem: FieldProblem): AppError {
  return new AppError('validation_failed', { fields: { [field]: problem } })
}

/** Maximum length of a key, which is part of the callback address. */
export const PROVIDER_KEY_MAX = 30

const KEY = /^[a-z0-9-]{1,30}$/

export const ProviderKeyPath = z.object({ key: z.string().regex(KEY) })

export const isProviderKey = (key: string): boolean => KEY.test(key)

interface Preset {
  /** The suggested key, which is part of the callback address. */
  key: string
  name: string
  type: ProviderRow['type']
  /** `{tenant}` stands for the id of a Microsoft tenant. */
  issuer: string
  /** The page of the provider where the owner registers this site. */
  console: string
}

/**
 * Data for the page of the owner. Microsoft needs the id of one tenant: the shared issuer of all
 * tenants names no single issuer, so ID tokens could not be checked against it.
 */
export const PRESETS: readonly Preset[] = [
  {
    key: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    console: 'https://console.cloud.google.com/apis/credentials',
  },
  {
    key: 'github',
    name: 'GitHub',
    type: 'github',
    issuer: GITHUB,
    console: 'https://github.com/settings/developers',
  },
  {
    key: 'gitlab',
    name: 'GitLab',
    type: 'oidc',
    issuer: 'https://gitlab.com',
    console: 'https://gitlab.com/-/user_settings/applications',
  },
  {
    key: 'microsoft',
    name: 'Microsoft',
    type: 'oidc',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    console: 'https://entra.microsoft.com',
  },
]
