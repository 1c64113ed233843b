import type { Context } from 'hono'
import type { MemberEnv } from '#env'
import { requestExport } from '#features/pages/exports/exports.ts'
import { prepareSoon } from '#features/pages/exports/http/prepare-soon.ts'
import type { Format } from '#features/pages/exports/steps.ts'
import { streamOf } from '#kernel/pause.ts'
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
