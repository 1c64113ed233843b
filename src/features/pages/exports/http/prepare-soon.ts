import type { Context } from 'hono'
import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { addConcern, notifyLive } from '#features/community/live/http/notify-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { continueExports, type ExportResources, SHARE_OF_REQUEST } from '#features/pages/exports/job.ts'
import { inBackground } from '#web/in-background.ts'

/** Makes some slices after the response, so that most exports are ready before the next run of the cron. */
export function prepareSoon(c: Pick<Context<AppEnv>, 'env' | 'var' | 'executionCtx'>, share = SHARE_OF_REQUEST): void {
  const news = noNews()
  const db = openDb(c.env.DB, new Meter(), { committed: (concern) => addConcern(news, concern) })
  const work = async () => {
    await continueExports(exportResources(c.env, db), c.var.now, share)
    await notifyLive(c.env, news, c.var.now)
  }
  inBackground(c, 'continue exports', work())
}

export function exportResources({ IMAGES, BACKUPS }: Bindings, db: Database): ExportResources {
  return { db, images: IMAGES, files: BACKUPS }
}
