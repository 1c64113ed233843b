import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { imageFile, manifestText } from '#features/operations/backups/format.ts'
import { continueBackup } from '#features/operations/backups/run.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { forPassphrase, forRecipients } from '../../../scripts/backup/encryption.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { siteOfFile, withoutImagesAfter } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'

const MORNING = new Date('2027-03-07T20:00:00.000Z')
const PASSPHRASE = 'four words make one'
const site = siteOfFile(putSmallSite)
const run = (name: string, ...args: string[]) => site.run(name, ...args)
let aside: string
/** The file of the secret key, and the public key. */
let [identity, recipient] = ['', '']

beforeAll(async () => {
  aside = await mkdtemp(join(tmpdir(), 'joule-test-'))
  identity = join(aside, 'identity.txt')
  const [line = ''] = await run('backup-key', identity)
  recipient = line.slice('Public key: '.length)
  await writeFile(join(aside, 'passphrase'), `${PASSPHRASE}\n`)
  return () => rm(aside, { recursive: true })
})

const newFolder = async () => join(await folderWith(), 'backup')

/** All bytes of a folder as one text. */
async function textOf(folder: string): Promise<string> {
  return (await filesIn(folder)).map(([, text]) => text).join('\n')
}

/** The names of files that do not begin like a file of age. */
async function unencryptedFilesIn(folder: string): Promise<string[]> {
  const files = await filesIn(folder)
  expect(files.length).toBeGreaterThan(5)
  return files
    .filter(([, text]) => !text.startsWith('age-encryption.org/v1\n'))
    .map(([name]) => name)
}

async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(
      async ({ parentPath, name }) =>
        [name, await readFile(join(parentPath, name), 'latin1')] as const,
    ),
  )
}

/** Everything in a backup of the site that does not depend on its time. */
async function contents(): Promise<object> {
  const { taken_at, ...contents } = await backUp(site.stored, await newFolder(), () => {}, MORNING)
  return contents
}

/**
 * Changes the site and replaces it with a backup. Returns the folder with the backup of the
 * replaced site.
 */
async function replacedBy(folder: string, key: string): Promise<string> {
  await site.query(`UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 1`)
  const [image] = await site.query<{ key: string }>('SELECT key FROM images LIMIT 1')
  await site.storage.IMAGES.delete(image?.key ?? '')
  await run('restore', folder, key, '--replace')
  // The decrypted copy is gone.
  const names = (await readdir(dirname(folder))).sort()
  expect(names).toEqual(['backup', expect.stringMatching(/^backup-replaced-/)])
  return join(dirname(folder), names[1] ?? '')
}

test('an encrypted backup shows no text or image, and its secret key restores an identical site', async () => {
  const [folder, before] = [await newFolder(), await contents()]
  await run('backup', folder, `--encrypt=${recipient}`)
  const [{ email } = { email: '' }] = await site.query<{ email: string }>(
    'SELECT email FROM users LIMIT 1',
  )
  const text = await textOf(folder)
  expect(email).toContain('@')
  for (const secret of [email, 'INSERT INTO']) expect(text).not.toContain(secret)
  expect(await unencryptedFilesIn(folder)).toEqual(['manifest.json'])
  await expect(run('verify', folder)).rejects.toThrow(
    'the backup is encrypted; add --identity=<file>',
  )
  const stranger = join(aside, 'stranger.txt')
  await writeFile(stranger, await generateX25519Identity())
  await expect(run('verify', folder, `--identity=${stranger}`)).rejects.toThrow(
    'cannot be decrypted',
  )
  await run('verify', folder, `--identity=${identity}`)
  // The backup of the replaced site is encrypted for the same key.
  const replaced = await replacedBy(folder, `--identity=${identity}`)
  expect(await contents()).toEqual(before)
  expect(await unencryptedFilesIn(replaced)).toEqual(['manifest.json'])
  await run('verify', replaced, `--identity=${identity}`)
})

test('a passphrase opens the backup that it encrypted', async () => {
  const folder = await newFolder()
  const file = `--passphrase-file=${join(aside, 'passphrase')}`
  await backUp(
    site.stored,
    folder,
    () => {},
    MORNING,
    await forPassphrase(folder, join(aside, 'passphrase'), 10),
  )
  expect(await textOf(folder)).not.toContain('INSERT INTO')
  await expect(run('verify', folder)).rejects.toThrow('add --passphrase-file=<file>')
  await writeFile(join(aside, 'wrong'), 'another passphrase')
  const wrong = `--passphrase-file=${join(aside, 'wrong')}`
  await expect(run('verify', folder, wrong)).rejects.toThrow(
    'the passphrase does not open the backup',
  )
  const replaced = await replacedBy(folder, file)
  expect(await site.query('SELECT title FROM posts WHERE id = 1')).toEqual([
    { title: 'A lamp that lasts' },
  ])
  expect(await textOf(replaced)).not.toContain('INSERT INTO')
  await run('verify', replaced, file)
  await writeFile(join(aside, 'short'), 'too short')
  const short = `--passphrase-file=${join(aside, 'short')}`
  await expect(run('backup', await newFolder(), '--encrypt', short)).rejects.toThrow(
    'at least 12 characters',
  )
})

test('without a valid public key, no encrypted backup is written', async () => {
  const folder = await newFolder()
  await expect(run('backup', folder, '--encrypt')).rejects.toThrow('no public key is named')
  await expect(run('backup', folder, '--encrypt=age1nonsense')).rejects.toThrow(
    'is not a public key',
  )
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
  await expect(run('backup', folder, `--encrypt=${mistyped}`)).rejects.toThrow()
  expect(await readdir(dirname(folder))).toEqual([])
})

test('an interrupted encrypted backup continues for the same key only', async () => {
  const folder = await newFolder()
  const failing = withoutImagesAfter(site.stored, 3)
  await expect(
    backUp(failing, folder, () => {}, MORNING, forRecipients(recipient)),
  ).rejects.toThrow('cut')
  await expect(run('backup', folder)).rejects.toThrow('unfinished backup of another site')
  await run('backup', folder, `--encrypt=${recipient}`)
  await run('verify', folder, `--identity=${identity}`)
})

test('an encrypted backup with a changed file, or with a file name outside the folder, is refused', async () => {
  const folder = await newFolder()
  await run('backup', folder, `--encrypt=${recipient}`)
  const contents = await readManifest(folder)
  const [name = ''] = Object.keys(contents.files)
  const bytes = await readFile(join(folder, name))
  await writeFile(join(folder, name), Buffer.concat([bytes.subarray(0, -1), Buffer.from([0, 0])]))
  await expect(run('verify', folder, `--identity=${identity}`)).rejects.toThrow(`${name} has`)
  await writeFile(join(folder, name), bytes)
  const outside = join('database', '..', name)
  const { [name]: mark, ...files } = contents.files
  const changed = {
    ...contents,
    files: { ...files, [outside.replace('database', 'database/../database')]: mark },
  }
  await writeFile(join(folder, 'manifest.json'), await manifestText(changed as typeof contents))
  await expect(run('verify', folder, `--identity=${identity}`)).rejects.toThrow(
    'is not the name of an encrypted file',
  )
})

test('the cron encrypts its backups for the configured key, and the secret key opens each of them', async () => {
  const { IMAGES: images, BACKUPS } = site.storage
  const resources = { db: site.db, bookmark: () => null, images, backups: BACKUPS }
  // As after an unencrypted backup.
  const [{ key } = { key: '' }] = await site.query<{ key: string }>(
    'SELECT key FROM images LIMIT 1',
  )
  await BACKUPS.put(imageFile(key), key, { customMetadata: { sha256: await hashOf(key) } })
  const encrypted = [MORNING, new Date(MORNING.getTime() + 86_400_000)]
  for (const now of encrypted) await continueBackup({ ...resources, recipients: recipient }, now)
  for (const now of encrypted) {
    const folder = await newFolder()
    await run('backup', folder, `--scheduled=${now.toISOString().slice(0, 10)}`)
    expect(await unencryptedFilesIn(folder)).toEqual(['manifest.json'])
    await expect(run('verify', folder)).rejects.toThrow('the backup is encrypted')
    await run('verify', folder, `--identity=${identity}`)
  }
  const wrong = { ...resources, recipients: 'age1nonsense' }
  await expect(continueBackup(wrong, new Date(MORNING.getTime() + 5 * 86_400_000))).rejects.toThrow(
    'not a public key',
  )
})
