import { expect, test } from 'vitest'
import {
  type Contents,
  imageFile,
  MANIFEST,
  manifestText,
  objectOf,
} from '#features/operations/backups/format.ts'
import { addAndRemoveOld, backupsIn } from '#features/operations/backups/retention.ts'
import { DAY } from '#kernel/clock.ts'
import { World } from '#test/world.ts'

const bucket = new World().env.BACKUPS
/** A Monday. */
const FIRST = Date.parse('2027-03-08T00:00:00.000Z')

/** Stores a finished backup of the given day with these images. */
async function backedUp(day: number, images: string[]): Promise<void> {
  const taken_at = new Date(FIRST + day * DAY).toISOString()
  const id = taken_at.replaceAll(/[:.]/g, '-')
  const mark = { bytes: 1, sha256: '0'.repeat(64) }
  const contents: Contents = {
    format: 1,
    taken_at,
    bookmark: null,
    migrations: [],
    tables: {},
    images: images.length,
    missing_images: [],
    files: Object.fromEntries(images.map((key) => [imageFile(key), mark])),
  }
  for (const key of images) await bucket.put(imageFile(key), key)
  await bucket.put(objectOf(id, 'database/00001.sql'), 'packed')
  await bucket.put(objectOf(id, MANIFEST), await manifestText(contents))
  await addAndRemoveOld(bucket, { id, taken_at, rows: 0, images: images.length, bytes: 6 })
}

const has = async (key: string) => (await bucket.head(imageFile(key))) !== null

test('seven daily and four weekly backups are kept; unreferenced images and abandoned backups are removed, exports are not', async () => {
  await bucket.put(
    '2027-03-01T00-00-00-000Z/database/00001.sql.gz',
    'of a backup that was never finished',
  )
  await bucket.put('exports/an-id/1-part', 'a part of the export of a user')
  // The backups before day 20 are all removed, so a few of them are enough.
  for (const day of [0, 6, 7, 13, 14, ...Array.from({ length: 26 }, (_, n) => 20 + n)]) {
    await backedUp(day, day < 7 ? ['stays', 'goes'] : ['stays'])
    if (day === 20) expect([await has('stays'), await has('goes')]).toEqual([true, true])
  }
  const ages = (await backupsIn(bucket)).map(
    ({ taken_at }) => 45 - (Date.parse(taken_at) - FIRST) / DAY,
  )
  expect(ages).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 11, 18, 25])
  expect([await has('stays'), await has('goes')]).toEqual([true, false])
  const { delimitedPrefixes } = await bucket.list({ delimiter: '/' })
  expect(delimitedPrefixes).toHaveLength(ages.length + 2)
  expect(delimitedPrefixes).toContain('exports/')
})
