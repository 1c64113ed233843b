import type { Context } from 'hono'
import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings, MemberEnv } from '#env'
import { addConcern, notifyLive } from '#features/community/live/http/notify-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { requestExport } from '#features/pages/exports/exports.ts'
import { continueExports, type ExportResources, SLICES_OF_REQUEST } from '#features/pages/exports/job.ts'
import type { Format } from '#features/pages/exports/steps.ts'
import { streamOf } from '#kernel/pause.ts'
import { inBackground } from '#web/in-background.ts'
import { inTurn } from '#web/limits/limits.ts'
import { siteOrigin } from '#web/site-origin.ts'

const ZIP = { type: 'application/zip', ending: '.zip' }
const FILES: Record<Format, { type: string; ending: string }> = {
  json: { type: 'application/json; charset=UTF-8', ending: '.json' },
  zip: ZIP,
  ghost: { ...ZIP, ending: '-ghost.zip' },
}

/** The file of a small account as a response, or the state of the export of a large account. */
export async function exportOrFile(c: Context<MemberEnv>, format: Format) {
  const { db, viewer, now } = c.var
  const exported = await requestExport(db, c.env.IMAGES, viewer, format, siteOrigin(c), now)
  if ('file' in exported) return { response: sendFile(c, format, streamOf(inTurns(exported.file))) }
  if (exported.isNew) prepareSoon(c)
  return { state: exported.state }
}

export function sendFile(
  c: Context<MemberEnv>,
  format: Format,
  content: ReadableStream,
  type = FILES[format].type,
): Response {
  c.header('Content-Type', type)
  c.header('Content-Disposition', `attachment; filename="joule-${c.var.viewer.uid}${FILES[format].ending}"`)
  return c.body(content)
}

/** The handler has its turn until the response starts. The rest of the file is made in further turns. */
async function* inTurns<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  for (;;) {
    const { value, done } = await inTurn(() => pieces.next())
    if (done) return
    yield value
  }
}

/** Makes some slices after the response, so that most exports are ready before the next run of the cron. */
function prepareSoon(c: Pick<Context<AppEnv>, 'env' | 'var' | 'executionCtx'>): void {
  const news = noNews()
  const db = openDb(c.env.DB, new Meter(), { committed: (concern) => addConcern(news, concern) })
  const work = async () => {
    await continueExports(exportResources(c.env, db), c.var.now, SLICES_OF_REQUEST)
    await notifyLive(c.env, news, c.var.now)
  }
  inBackground(c, 'continue exports', work())
}

export function exportResources({ IMAGES, BACKUPS }: Bindings, db: Database): ExportResources {
  return { db, images: IMAGES, files: BACKUPS }
}
