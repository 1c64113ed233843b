import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Encryption, encryptionFor } from '#features/operations/backups/encryption.ts'
import { AGE, type FileMark, MANIFEST, manifestText } from '#features/operations/backups/format.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { checkFiles, markOf, readManifest } from './folder.ts'

/**
 * The secret key of a backup with a passphrase, encrypted with that passphrase. The files are
 * encrypted for the key, because the passphrase itself would cost a second of CPU time for each
 * file.
 */
export const KEY_FILE = `key${AGE}`
const PASSPHRASE_MIN = 12

export interface FolderEncryption extends Encryption {
  /** The content of KEY_FILE; null if the backup is for public keys. */
  keyFile: Uint8Array | null
}

/** The names of the files that open an encrypted backup. Null if the operator names none. */
export interface KeyFiles {
  /** Secret keys (`AGE-SECRET-KEY-1…`), one per line. */
  identity: string | null
  /** The first line of this file is the passphrase. */
  passphrase: string | null
}

/** Encrypts for age public keys, separated by spaces. */
export function forRecipients(keys: string): FolderEncryption {
  const encryption = asked(() => encryptionFor(keys))
  if (!encryption)
    throw new Failure('no public key is named; "npm run joule -- backup-key <file>" creates one')
  return { ...encryption, keyFile: null }
}

/**
 * The logarithm of the scrypt cost, as in the program `age`: about a second of CPU time and 256 MB.
 * Tests use a lower one.
 */
const WORK_FACTOR = 18

/**
 * Encrypts for a new key, which is stored encrypted with the passphrase. A resumed backup continues
 * with the key that is already in its folder.
 */
export async function forPassphrase(
  folder: string,
  file: string,
  workFactor = WORK_FACTOR,
): Promise<FolderEncryption> {
  const passphrase = await passphraseIn(file)
  const stored = join(folder, KEY_FILE)
  if (existsSync(stored)) {
    return {
      ...forRecipients(await identityToRecipient(await keyIn(folder, passphrase))),
      keyFile: await readFile(stored),
    }
  }
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  return {
    ...forRecipients(await identityToRecipient(identity)),
    keyFile: await encrypter.encrypt(identity),
  }
}

/**
 * Creates a key pair: writes the secret key to a new file and returns the public key. Refuses an
 * existing file.
 */
export async function createKey(file: string, now: Date): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be created (${error.code})`)
  })
  return recipient
}

/**
 * Calls `work` with the folder of a backup. For an encrypted backup, calls it with a decrypted copy
 * beside the folder, which is deleted afterwards. `encryption` encrypts for the same keys; it is
 * null for a backup that is not encrypted.
 */
export async function decrypted<Done>(
  folder: string,
  keys: KeyFiles,
  work: (plain: string, encryption: FolderEncryption | null) => Promise<Done>,
): Promise<Done> {
  const { encryption, ...contents } = await readManifest(folder)
  if (!encryption) return work(folder, null)
  const identities = await identitiesFor(folder, keys)
  await checkFiles(folder, { encryption, ...contents })
  const plain = await mkdtemp(`${folder}-decrypted-`)
  try {
    const decrypter = new Decrypter()
    for (const identity of identities) asked(() => decrypter.addIdentity(identity))
    const files: Record<string, FileMark> = {}
    for (const name of Object.keys(contents.files).filter((name) => name !== KEY_FILE)) {
      const target = targetOf(name)
      await decryptFile(decrypter, join(folder, name), join(plain, target))
      files[target] = await markOf(join(plain, target))
    }
    await writeFile(join(plain, MANIFEST), await manifestText({ ...contents, files }))
    const recipients = await Promise.all(identities.map(identityToRecipient))
    const keyFile = existsSync(join(folder, KEY_FILE))
      ? await readFile(join(folder, KEY_FILE))
      : null
    return await work(plain, { ...forRecipients(recipients.join(' ')), keyFile })
  } finally {
    await rm(plain, { recursive: true, force: true })
  }
}

/** The secret keys from the key file, or the key that the passphrase opens. */
async function identitiesFor(
  folder: string,
  { identity, passphrase }: KeyFiles,
): Promise<string[]> {
  if (identity !== null) {
    const lines = (await textOf(identity)).split('\n').map((line) => line.trim())
    const found = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-1'))
    if (found.length === 0)
      throw new Failure(`${identity} contains no secret key (AGE-SECRET-KEY-1…)`)
    return found
  }
  const hasKey = existsSync(join(folder, KEY_FILE))
  if (passphrase !== null && hasKey) return [await keyIn(folder, await passphraseIn(passphrase))]
  throw new Failure(
    `the backup is encrypted; add ${hasKey ? '--passphrase-file=<file>' : '--identity=<file>'}`,
  )
}

async function keyIn(folder: string, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(await readFile(join(folder, KEY_FILE)), 'text').catch(() => {
    throw new Failure(`the passphrase does not open the backup in ${folder}`)
  })
}

async function passphraseIn(file: string): Promise<string> {
  const [passphrase = ''] = (await textOf(file)).split(/\r?\n/)
  if (passphrase.length >= PASSPHRASE_MIN) return passphrase
  throw new Failure(
    `the first line of ${file} must be a passphrase of at least ${PASSPHRASE_MIN} characters`,
  )
}

const textOf = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be read (${error.code})`)
  })

/** The name without `.age` and `.gz`. A manifest must not name a file outside the folder. */
function targetOf(name: string): string {
  if (/^(?:database|images)\/[^./\\][^/\\]*\.age$/.test(name))
    return name.replace(/(?:\.gz)?\.age$/, '')
  throw new Failure(`${name} is not the name of an encrypted file`)
}

async function decryptFile(decrypter: Decrypter, from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    const plain = await decrypter.decrypt(
      Readable.toWeb(createReadStream(from)) as globalThis.ReadableStream<Uint8Array>,
    )
    const source = Readable.fromWeb(plain as ReadableStream)
    const target = createWriteStream(to, { mode: 0o600 })
    await (from.endsWith(`.gz${AGE}`)
      ? pipeline(source, createGunzip(), target)
      : pipeline(source, target))
  } catch (error) {
    throw new Failure(
      `${from} cannot be decrypted: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Reports a wrong key as a failure of the operator, not as a bug. */
function asked<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error))
  }
}
