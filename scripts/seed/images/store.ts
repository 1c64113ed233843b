import { createHash } from 'node:crypto'
import { DAY } from '#kernel/clock.ts'
import type { Picture } from '../markdown.ts'
import { PEOPLE } from '../people.ts'
import { randomFrom } from '../random.ts'
import { AVATAR_SIZE, avatarOf } from './avatars.ts'
import type { Canvas } from './canvas.ts'
import { encodePng } from './png.ts'
import { draw, SCENES, type Scene, SIZE } from './scenes.ts'

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
  key: string
  width: number
  height: number
  bytes: number
}

/** Draws and stores everything the demo site shows. Files come before the rows that vouch for them. */
export async function storePictures(bucket: R2Bucket, names: Iterable<string>) {
  const avatars = PEOPLE.flatMap(({ name, hasAvatar }, index) =>
    hasAvatar ? [{ name, ...drawn(avatarKey(name), avatarOf(name, index)) }] : [],
  )
  const pictures = [...names].map((name) => ({
    name,
    ...drawn(pictureKey(name), draw((name.split(':')[0] ?? '') as Scene, randomFrom(`picture ${name}`))),
  }))
  const httpMetadata = { contentType: 'image/png' }
  await Promise.all([...avatars, ...pictures].map(({ key, png }) => bucket.put(key, png, { httpMetadata })))
  return { avatars, pictures }
}

function drawn(key: string, canvas: Canvas) {
  const png = encodePng(canvas)
  return { key, png, width: canvas.width, height: canvas.height, bytes: png.byteLength }
}

/** Uploaded a little before it was first shown. */
export const uploadedBefore = (moment: Date) => new Date(moment.getTime() - DAY / 96)

export { AVATAR_SIZE }
