import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from '../cloudflare/account.ts'

const FIRST = 'JOULE_SECRET'

/** The names of the signing secrets, newest first, as the Worker sorts them. */
export async function secretNames(account: Account, worker: string): Promise<string[]> {
  const secrets = await account.ask<{ name: string }[]>('GET', `workers/scripts/${worker}/secrets`)
  const names = (secrets ?? []).map(({ name }) => name)
  return names.filter((name) => /^JOULE_SECRET(_\d+)?$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1))
}

/** The name of the secret that this deployment creates, or null. The date in the name makes it the newest. */
export function secretToMake(names: string[], rotates: boolean, now: Date): string | null {
  if (names.length === 0) return FIRST
  return rotates ? `${FIRST}_${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}` : null
}

/** Only the newest secret is accepted from here on. Deleted secrets cannot be restored. */
export async function retireSecrets(account: Account, worker: string): Promise<string[]> {
  const [, ...older] = await secretNames(account, worker)
  for (const name of older) await account.ask('DELETE', `workers/scripts/${worker}/secrets/${name}`)
  return older
}

/** Replaces the oldest secret: newer ones sign, and signatures of all secrets are accepted. */
export async function putSecret(account: Account, worker: string, text: string): Promise<void> {
  const secret = { name: FIRST, text, type: 'secret_text' }
  if (!(await account.ask('PUT', `workers/scripts/${worker}/secrets`, secret)))
    throw new Failure(`the account "${account.name}" has no Worker ${worker}; "npm run deploy" creates it`)
}
