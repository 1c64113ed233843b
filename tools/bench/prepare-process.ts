import { constants } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accessToken } from '#features/accounts/sessions/tokens.ts'
import { after, DAY, dayOf } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'
import { buildSite } from '../../scripts/build/index.ts'
import { WORKER_BUNDLE } from '../../scripts/build/paths.ts'
import { type DatabaseSync, databaseFile } from '../../scripts/site/sqlite.ts'
import { serveParent } from './child.ts'
import { dataSet, openWithoutDurability } from './data/index.ts'
import { FIRST_UID } from './data/rows.ts'
import { type Member, type Scene, scenesOn } from './scenes.ts'

/**
 * Runs in a separate process, so that another commit can use its own version: its bundle, its
 * schema and its requests.
 */
serveParent({
  async build() {
    await buildSite()
    return WORKER_BUNDLE
  },
  prepare: ({ size, sets, copy }: { size: number; sets: string; copy: string }) =>
    prepare(size, sets, copy, new Date()),
})

export interface Prepared {
  /** The data folder. */
  data: string
  scenes: Scene[]
}

/** A writable copy of the data set, and the requests for it. */
async function prepare(size: number, sets: string, copy: string, now: Date): Promise<Prepared> {
  await mkdir(sets, { recursive: true })
  await cp(await dataSet(size, sets), copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const file = openWithoutDurability(await databaseFile(copy))
  const members = await signIn(file, copy, now)
  const scenes = scenesOn(file, members)
  file.close()
  return { data: copy, scenes }
}

const MEMBERS = 100

/** Signed-in users who have checked in today, so that no measured request is the first of a day. */
async function signIn(file: DatabaseSync, data: string, now: Date): Promise<Member[]> {
  const secret = await readFile(join(data, 'secret'), 'utf8')
  const [at, later] = [now.toISOString(), after(now, 30 * DAY).toISOString()]
  const session = file.prepare(`
    INSERT INTO sessions (sid, user_id, status, ip, user_agent, rotated_at, created_at, last_used_at, expires_at)
    VALUES (?, ?, 'active', '127.0.0.1', 'bench', ?, ?, ?, ?)`)
  const checkIn = file.prepare(
    'INSERT INTO user_check_ins (user_id, day, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const members: Member[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const [sid, uid] = [randomId(), FIRST_UID + n]
    // `last_used_at` is in the future, so that no measured request updates it.
    session.run(sid, uid, at, at, later, later)
    checkIn.run(uid, dayOf(now), at)
    members.push({ uid, token: await accessToken([secret], sid, uid, after(now, DAY)) })
  }
  return members
}
