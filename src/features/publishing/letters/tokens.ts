import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'

/** A subscriber as links in mails name it. An id is never used again, so an old link cannot reach another subscriber. */
interface SubscriberToken {
  id: number
}

/** What a stop link ends: a cadence, or all subscriptions that caused a letter. */
export type StopScope = 'daily' | 'weekly' | `letter-${number}`

// Tokens are signed, not stored, and the links work as long as the subscriber exists. They contain no address.

export async function confirmPath(secrets: Secrets, request: number): Promise<string> {
  return `/letters/confirm?token=${await seal(secrets, 'letter-confirm', String(request))}`
}

export async function managePath(secrets: Secrets, { id }: SubscriberToken): Promise<string> {
  return `/letters/manage?token=${await seal(secrets, 'letter-manage', String(id))}`
}

export async function stopPath(secrets: Secrets, { id }: SubscriberToken, scope: StopScope): Promise<string> {
  return `/letters/stop?token=${await seal(secrets, 'letter-stop', `${id}.${scope}`)}`
}

export async function requestIn(secrets: Secrets, token: string): Promise<number | null> {
  return idIn(await unseal(secrets, 'letter-confirm', token))
}

export async function subscriberIn(secrets: Secrets, token: string): Promise<number | null> {
  return idIn(await unseal(secrets, 'letter-manage', token))
}

export async function stopIn(secrets: Secrets, token: string): Promise<{ id: number; scope: StopScope } | null> {
  const [id = '', scope] = (await unseal(secrets, 'letter-stop', token))?.split('.') ?? []
  return scope === undefined ? null : { id: Number(id), scope: scope as StopScope }
}

const idIn = (text: string | null) => (text === null ? null : Number(text))
