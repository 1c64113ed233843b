import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { checkIn } from '#features/economy/levels/check-in.ts'
import { CheckInShape, LevelInfoShape, levelInfo } from '#features/economy/levels/tasks.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { sensitive } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'

export const levelsApi = new Hono<AppEnv>()
  .post(
    '/level/checkin',
    write('checkIn', {
      tag: 'level',
      repeat: 'refused: already_checked_in',
      tokens: true,
      checksIn: true,
    }),
    member,
    sensitive,
    doc('Check in for today', { 200: CheckInShape }, 'already_checked_in', 'level_too_low'),
    async (c) => c.json(await checkIn(c.var.db, c.var.viewer, c.var.now)),
  )
  .get(
    '/level/info',
    read('getLevelInfo', { tag: 'level', tokens: true }),
    signedIn,
    doc('Get your level, your experience points (exp) and your tasks', { 200: LevelInfoShape }),
    async (c) => c.json(await levelInfo(c.var.db, c.var.viewer, c.var.now)),
  )
