import type { Account } from '../cloudflare/account.ts'

const FIRST = 'JOULE_SECRET'

/** Names of the secrets that sign, or have signed, what the site hands out: the newest first, as the Worker sees them. */
export async function secretNames(account: Account, worker: string): Promise<string[]> {
  const secrets = await account.ask<{ name: string }[]>('GET', `workers/scripts/${worker}/secrets`)
  const names = (secrets ?? []).map(({ name }) => name)
  return names.filter((name) => /^JOULE_SECRET(_\d+)?$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1))
}

/** The name of the secret that this deployment makes, null if it makes none. Its date is what makes it the newest. */
export function secretToMake(names: string[], rotates: boolean, now: Date): string | null {
  if (names.length === 0) return FIRST
  return rotates ? `${FIRST}_${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}` : null
}

/** From here on only the newest is accepted. Nobody can bring the others back. */
export async function retireSecrets(account: Account, worker: string): Promise<string[]> {
  const [, ...older] = await secretNames(account, worker)
  for (const name of older) await account.ask('DELETE', `workers/scripts/${worker}/secrets/${name}`)
  return older
}
