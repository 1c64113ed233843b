import { Encrypter } from 'age-encryption'

/**
 * Encrypts each file of a backup in the age format (https://age-encryption.org/v1): any age program
 * can decrypt it.
 */
export interface Encryption {
  /** The public keys, separated by spaces. */
  recipients: string
  encrypt(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}

/** A public key of X25519. The Worker has no code for other kinds (`x25519-only.ts`). */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/

/**
 * Null without a public key. Throws if a key is not valid, so that no backup is stored unencrypted
 * by mistake.
 */
export function encryptionFor(keys: string): Encryption | null {
  const recipients = keys.split(/[\s,]/).filter(Boolean)
  if (recipients.length === 0) return null
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    if (!RECIPIENT.test(recipient))
      throw new Error(`"${recipient}" is not a public key such as age1…`)
    encrypter.addRecipient(recipient)
  }
  return {
    recipients: recipients.join(' '),
    encrypt: async (bytes) => new Uint8Array(await encrypter.encrypt(bytes)),
  }
}
