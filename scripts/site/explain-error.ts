import { createServer } from 'node:net'
import { Failure } from '../bootstrap/failure.mjs'
import { damaged } from './data-folder.ts'
import type { Settings } from './settings.ts'

/**
 * Translates expected errors of the runtime and of SQLite into messages for the operator. Often
 * only the log has the reason.
 */
export function explained(
  error: unknown,
  log: string[],
  { port, data }: Pick<Settings, 'port' | 'data'>,
): unknown {
  const text = [error instanceof Error ? error.message : error, ...log].join('\n')
  if (/address already in use/i.test(text)) return portInUse(port)
  if (/SQLITE_NOTADB|SQLITE_CORRUPT|malformed|not a database/.test(text)) return damaged(data)
  if (/SQLITE_FULL|disk is full|ENOSPC|No space left/.test(text))
    return new Failure(`the disk is full (${data})`)
  if (/SQLITE_(READONLY|CANTOPEN|IOERR)/.test(text))
    return new Failure(`the data folder cannot be written (${data})`)
  if (error instanceof Failure) return error
  for (const line of log) console.error(line)
  return error
}

/** Refuses a port that is in use before anything is started. */
export async function refusePortInUse(host: string, port: number): Promise<void> {
  if (port === 0) return
  // A browser tries ::1 first for "localhost": another program there would respond instead of the
  // site.
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const each of hosts) {
    const code = await whyNotListen(each, port)
    if (code === 'EADDRINUSE') throw portInUse(port)
    if (code === 'EACCES')
      throw new Failure(`no permission to listen on port ${port}; choose one above 1023 with PORT`)
    if (code && each === host) throw new Failure(`cannot listen on ${host}:${port} (${code})`)
  }
}

export function portInUse(port: number): Failure {
  return new Failure(
    `port ${port} is in use by another program; choose another with PORT, as in "PORT=${port + 1} npm start"`,
  )
}

/** The error code of an attempt to listen. Undefined if it succeeds. */
function whyNotListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
