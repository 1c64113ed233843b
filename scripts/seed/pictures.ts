import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inRoot } from '../build/paths.ts'
import type { Picture } from './markdown.ts'
import { PEOPLE } from './people.ts'

/** The same name gives the same key, so a repeated seed writes the same objects. */
function keyOf(name: string): string {
  return `${createHash('sha256').update(`joule demo ${name}`).digest('base64url').slice(0, 22)}.png`
}

export const avatarKey = (name: string) => keyOf(`avatar ${name}`)
const pictureKey = (name: string) => keyOf(`picture ${name}`)

const SIZE = { width: 960, height: 480 }
const AVATAR_SIZE = { width: 192, height: 192 }

/** `sea:dusk` is pictures/sea-dusk.png. */
export function pictureNamed(name: string): Picture {
  return { url: `/images/${pictureKey(name)}`, ...SIZE }
}

export interface StoredPicture {
  name: string
  key: string
  width: number
  height: number
  bytes: number
}

export async function storePictures(bucket: R2Bucket, names: Iterable<string>) {
  const store = async (name: string, key: string, file: string, size: typeof SIZE): Promise<StoredPicture> => {
    const png = await readFile(inRoot('scripts/seed/pictures', `${file}.png`))
    await bucket.put(key, png, { httpMetadata: { contentType: 'image/png' } })
    return { name, key, ...size, bytes: png.byteLength }
  }
  const people = PEOPLE.filter(({ hasAvatar }) => hasAvatar)
  const avatars = people.map(({ name }) => store(name, avatarKey(name), `avatars/${name}`, AVATAR_SIZE))
  const pictures = [...names].map((name) => store(name, pictureKey(name), name.replace(':', '-'), SIZE))
  return { avatars: await Promise.all(avatars), pictures: await Promise.all(pictures) }
}
