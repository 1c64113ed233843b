import { type Contents, MANIFEST, manifestIn } from '#features/operations/backups/manifest.ts'
import { type Done, toKeep } from '#features/operations/backups/retention.ts'
import { objectOf } from '#features/operations/backups/sql-files.ts'

const DELETED_AT_ONCE = 1_000

/** The list of backups in the bucket itself, so that they are found when the database is gone. */
const INDEX = 'index.json'

export async function backupsIn(bucket: R2Bucket): Promise<Done[]> {
  return (await (await bucket.get(INDEX))?.json<Done[]>()) ?? []
}

/** Adds one that is whole, and removes those that are no longer kept. Cut anywhere, the next time does the rest. */
export async function addAndRemoveOld(bucket: R2Bucket, added: Done): Promise<Done[]> {
  const all = [added, ...(await backupsIn(bucket)).filter(({ id }) => id !== added.id)]
  const kept = toKeep(all)
  await bucket.put(INDEX, JSON.stringify(all))
  for (const old of all.filter((backup) => !kept.includes(backup))) {
    const images = await imagesOf(bucket, old)
    for (const neighbour of neighboursOf(old, kept)) {
      for (const name of await imagesOf(bucket, neighbour)) images.delete(name)
    }
    await deleteAll(bucket, [...images])
  }
  await bucket.put(INDEX, JSON.stringify(kept))
  await removeStrangers(bucket, kept)
  return kept
}

/** An image is in all backups of the time in which it was there: what neither neighbour has, no other has. */
function neighboursOf(old: Done, kept: Done[]): Done[] {
  const newer = kept.findLast(({ taken_at }) => taken_at > old.taken_at)
  const older = kept.find(({ taken_at }) => taken_at < old.taken_at)
  return [newer, older].filter((backup) => backup !== undefined)
}

async function imagesOf(bucket: R2Bucket, { id }: Done): Promise<Set<string>> {
  const manifest = await bucket.get(objectOf(id, MANIFEST))
  const contents: Contents | string = manifest ? await manifestIn(await manifest.text()) : 'gone'
  const files = typeof contents === 'string' ? [] : Object.keys(contents.files)
  return new Set(files.filter((name) => name.startsWith('images/')))
}

/** What is left of backups that are no longer kept, or were given up. */
async function removeStrangers(bucket: R2Bucket, kept: Done[]): Promise<void> {
  const { delimitedPrefixes } = await bucket.list({ delimiter: '/' })
  const strangers = delimitedPrefixes.filter(
    (prefix) => prefix !== 'images/' && !kept.some(({ id }) => prefix === `${id}/`),
  )
  for (const prefix of strangers) {
    for (let truncated = true; truncated; ) {
      const page = await bucket.list({ prefix })
      await deleteAll(
        bucket,
        page.objects.map(({ key }) => key),
      )
      truncated = page.truncated
    }
  }
}

async function deleteAll(bucket: R2Bucket, keys: string[]): Promise<void> {
  for (let n = 0; n < keys.length; n += DELETED_AT_ONCE) await bucket.delete(keys.slice(n, n + DELETED_AT_ONCE))
}
