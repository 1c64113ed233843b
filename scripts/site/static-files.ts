import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * A module around the bundle that serves static files by name. Miniflare's own router looks for a
 * file at every request, which takes longer than the Worker needs for a page of the edge cache.
 *
 * It also declines the compression of sockets: for each one workerd would keep the windows of zlib,
 * for messages of a few bytes. The runtime agrees to nothing if the response has this header, and
 * removes the header.
 */
export function staticFilesModule(files: readonly string[]): (entry: string) => string {
  return (entry: string): string => `
import site from '${entry}'
export * from '${entry}'

const FILES = new Set(${JSON.stringify(files)})

export default {
  ...site,
  fetch(request, env, context) {
    if (FILES.has(pathOf(request.url))) return fileFor(request, env)
    const response = site.fetch(request, env, context)
    return request.headers.has('Sec-WebSocket-Extensions') ? withoutCompression(response) : response
  },
}

async function withoutCompression(promised) {
  const upgraded = await promised
  if (!upgraded.webSocket) return upgraded
  const response = new Response(null, upgraded)
  response.headers.set('Sec-WebSocket-Extensions', 'none')
  return response
}

async function fileFor(request, env) {
  const found = await env.ASSETS.fetch(request)
  const response = new Response(found.body, found)
  response.headers.set('X-Request-Id', crypto.randomUUID())
  return response
}

function pathOf(url) {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
`
}

/**
 * The URL of every file in the folder. Files whose name starts with an underscore configure the
 * server and are left out.
 */
export async function addressesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map(
      ({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`,
    )
}
