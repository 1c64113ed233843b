import { createHash } from 'node:crypto'
import { DAY } from '#kernel/clock.ts'
import type { Picture } from '../markdown.ts'
import { PEOPLE } from '../people.ts'
import { randomFrom } from '../random.ts'
import { AVATAR_SIZE, avatarOf } from './avatars.ts'
import type { Canvas } from './canvas.ts'
import { encodePng } from './png.ts'
import { draw, SCENES, type Scene } from './scenes.ts'
import { SIZE } from './still-lifes.ts'

/** The same name gives the same key: a seed that is run again puts the same files in the same places. */
function keyOf(name: string): string {
  return `${createHash('sha256').update(`joule demo ${name}`).digest('base64url').slice(0, 22)}.png`
}

export const avatarKey = (name: string) => keyOf(`avatar ${name}`)

/** `mountains`, or `mountains:huangshan` for one that is like no other. */
export function pictureKey(name: string): string {
  if (!((name.split(':')[0] ?? '') in SCENES)) throw new Error(`there is no scene for the picture "${name}"`)
  return keyOf(`picture ${name}`)
}

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

/** Draws and stores everything the demo site shows, except what a run that was cut short has stored already. */
export async function storePictures(bucket: R2Bucket, names: Iterable<string>) {
  const { objects } = await bucket.list()
  const sizes = new Map(objects.map(({ key, size }) => [key, size]))
  const stored = async (name: string, key: string, size: Size, canvas: () => Canvas): Promise<StoredPicture> => {
    const bytes = sizes.get(key) ?? (await put(bucket, key, canvas()))
    return { name, key, ...size, bytes }
  }
  const avatars = PEOPLE.flatMap(({ name, hasAvatar }, index) =>
    hasAvatar ? [stored(name, avatarKey(name), AVATAR_SIZE, () => avatarOf(name, index))] : [],
  )
  const pictures = [...names].map((name) =>
    stored(name, pictureKey(name), SIZE, () =>
      draw((name.split(':')[0] ?? '') as Scene, randomFrom(`picture ${name}`)),
    ),
  )
  return { avatars: await Promise.all(avatars), pictures: await Promise.all(pictures) }
}

type Size = Pick<StoredPicture, 'width' | 'height'>

async function put(bucket: R2Bucket, key: string, canvas: Canvas): Promise<number> {
  const png = encodePng(canvas)
  await bucket.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  return png.byteLength
}

/** Uploaded a little before it was first shown. */
export const uploadedBefore = (moment: Date) => new Date(moment.getTime() - DAY / 96)
