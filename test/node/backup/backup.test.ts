import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import type { StoredSite } from '../../../scripts/backup/stored-site.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { siteOfFile, withoutImagesAfter } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'

const NOW = new Date('2026-11-15T00:00:00.000Z')
const site = siteOfFile(putSmallSite)

const quietly = () => {}
const backedUp = async (stored: StoredSite = site.stored) => {
  const folder = await folderWith()
  await backUp(stored, folder, quietly, NOW)
  return folder
}

test('a backup has a correct manifest, contains no other files, and passes verify', async () => {
  const folder = await backedUp()
  const contents = await verify(folder)
  expect(contents).toMatchObject({
    taken_at: NOW.toISOString(),
    bookmark: null,
    missing_images: [],
  })
  expect(contents.tables).toMatchObject({ users: 4, posts: 8, levels: 7 })
  expect(contents.images).toBe(8)
  expect((await readdir(folder)).sort()).toEqual(['database', 'images', 'manifest.json'])
})

test('verify finds a changed byte in any file, and a truncated, missing or additional file', async () => {
  const folder = await backedUp()
  const { files } = await readManifest(folder)
  const images = Object.keys(files).filter((name) => name.startsWith('images/'))
  for (const name of ['database/00001.sql', images[0] ?? '', images.at(-1) ?? '']) {
    const file = join(folder, name)
    const bytes = await readFile(file)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    await writeFile(file, flipped)
    await expect(verify(folder)).rejects.toThrow(`${name} was changed`)
    await writeFile(file, bytes.subarray(1))
    await expect(verify(folder)).rejects.toThrow(
      `${name} has ${bytes.length - 1} bytes instead of ${bytes.length}`,
    )
    await rm(file)
    await expect(verify(folder)).rejects.toThrow(`${name} is missing`)
    await writeFile(file, bytes)
  }
  await writeFile(join(folder, 'images/stranger.png'), 'x')
  await expect(verify(folder)).rejects.toThrow('stranger.png is not part of the backup')
  await rm(join(folder, 'images/stranger.png'))
  await verify(folder)
})

test('verify finds every change of the manifest', async () => {
  const folder = await backedUp()
  const file = join(folder, 'manifest.json')
  const text = await readFile(file, 'utf8')
  for (const [from, to] of [
    ['2026-11-15', '2026-11-16'],
    ['"posts": 8', '"posts": 7'],
    [/"sha256": "./, '"sha256": "x'],
    [/}\s*$/, ''],
  ] as const) {
    await writeFile(file, text.replace(from, to))
    await expect(verify(folder)).rejects.toThrow(/manifest/)
  }
})

test('an interrupted backup continues with its first snapshot and fetches only the missing files', async () => {
  const whole = await readManifest(await backedUp())
  const folder = await folderWith()
  await expect(backUp(withoutImagesAfter(site.stored, 3), folder, quietly, NOW)).rejects.toThrow(
    'cut',
  )
  await expect(verify(folder)).rejects.toThrow('there is no complete backup')
  await site.stored.query(
    `INSERT INTO site_state (key, value) VALUES ('later', 'than the snapshot')`,
  )
  const again: string[] = []
  const watched: StoredSite = {
    ...site.stored,
    image: (key) => {
      again.push(key)
      return site.stored.image(key)
    },
  }
  const contents = await backUp(watched, folder, quietly, new Date('2026-11-16T00:00:00.000Z'))
  await site.stored.query(`DELETE FROM site_state WHERE key = 'later'`)
  expect(again.length).toBeLessThanOrEqual(whole.images - 2)
  expect(contents).toEqual(whole)
  await verify(folder)
})

test('a backup into a folder with other files is refused and does not change the folder', async () => {
  const folder = await folderWith({ 'letter.txt': 'dear' })
  await expect(backUp(site.stored, folder, quietly, NOW)).rejects.toThrow('is not empty')
  expect(await readdir(folder)).toEqual(['letter.txt'])
  const whole = await backedUp()
  await expect(backUp(site.stored, whole, quietly, NOW)).rejects.toThrow(
    'already contains a complete backup',
  )
  await expect(backUp(site.stored, join(folder, 'letter.txt'), quietly, NOW)).rejects.toThrow(
    'as a folder',
  )
  const cut = await folderWith()
  const failing = { ...withoutImagesAfter(site.stored, 0), name: 'another' }
  await expect(backUp(failing, cut, quietly, NOW)).rejects.toThrow('cut')
  await expect(backUp(site.stored, cut, quietly, NOW)).rejects.toThrow(
    'backup of another site: another',
  )
})

test('an image that is missing in the bucket is reported and does not stop the backup', async () => {
  const [image] = await site.stored.query<{ key: string }>(
    'SELECT key FROM images ORDER BY key LIMIT 1',
  )
  const lacking = {
    ...site.stored,
    image: async (key: string) => (key === image?.key ? null : site.stored.image(key)),
  }
  const contents = await verify(await backedUp(lacking))
  expect(contents.missing_images).toEqual([image?.key])
})
