import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'

/**
 * In the links that connect a provider. Without it, another site could send a person who is logged in to a foreign account at the
 * provider through the connection, and that account could log in here afterwards.
 */
export function connectTicket(secrets: Secrets, sid: string): Promise<string> {
  return seal(secrets, 'provider-connect', sid)
}

export async function isConnectTicket(secrets: Secrets, ticket: string, sid: string): Promise<boolean> {
  return (await unseal(secrets, 'provider-connect', ticket)) === sid
}
