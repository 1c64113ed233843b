import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inRoot } from '../build/paths.ts'
import { PEOPLE } from './people.ts'
import type { Picture } from './posts.ts'

/** The same name gives the same key, so a repeated seed writes the same objects. */
function keyOf(name: string): string {
  return createHash('sha256').update(`joule demo ${name}`).digest('base64url').slice(0, 22)
}

export const avatarKey = (name: string) => `${keyOf(`avatar ${name}`)}.png`
const pictureKey = (name: string) => `${keyOf(`picture ${name}`)}.webp`

const SIZE = { width: 1200, height: 675 }
const AVATAR_SIZE = { width: 192, height: 192 }

/** `night-train` is images/night-train.webp. */
export function pictureNamed(name: string): Picture {
  return { url: `/images/${pictureKey(name)}`, ...SIZE }
}

export interface StoredPicture {
  name: string
  key: string
  type: string
  width: number
  height: number
  bytes: number
}

export async function storePictures(bucket: R2Bucket, names: Iterable<string>) {
  const store = async (name: string, key: string, file: string, size: typeof SIZE): Promise<StoredPicture> => {
    const content = await readFile(inRoot('scripts/seed', file))
    const type = `image/${file.split('.').at(-1)}`
    await bucket.put(key, content, { httpMetadata: { contentType: type } })
    return { name, key, type, ...size, bytes: content.byteLength }
  }
  const people = PEOPLE.filter(({ hasAvatar }) => hasAvatar)
  const avatars = people.map(({ name }) => store(name, avatarKey(name), `avatars/${name}.png`, AVATAR_SIZE))
  const pictures = [...names].map((name) => store(name, pictureKey(name), `images/${name}.webp`, SIZE))
  return { avatars: await Promise.all(avatars), pictures: await Promise.all(pictures) }
}
