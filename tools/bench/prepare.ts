import { constants } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataSet } from './data/index.ts'
import type { Size } from './data/plan.ts'
import { fileWith, openWithoutDurability } from './data/sqlite-file.ts'
import type { Scene } from './scene.ts'
import { scenesOn } from './scenes.ts'
import { signIn } from './users.ts'

export interface Prepared {
  data: string
  scenes: Scene[]
}

/** A writable copy of the data set, and the requests for it. */
export async function prepare(size: Size, sets: string, copy: string, now: Date): Promise<Prepared> {
  await mkdir(sets, { recursive: true })
  await cp(await dataSet(size, sets), copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const file = openWithoutDurability(await fileWith('posts', copy))
  const members = await signIn(file, copy, now)
  const scenes = scenesOn(file, members)
  file.close()
  return { data: join(copy), scenes }
}
