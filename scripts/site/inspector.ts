import { createServer } from 'node:net'

/** The isolate of the site, by its name in wrangler.toml. */
export const SITE_ISOLATE = 'core:user:joule'

/** The debugger of one isolate, for a runtime opened with this `inspectorPort`. */
export async function openInspector(inspectorPort: number, isolate = SITE_ISOLATE) {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/${isolate}`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: unknown }
    if (id === undefined) return
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(JSON.stringify(error)))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    ask<Result>(method: string, params: object = {}): Promise<Result> {
      const response = Promise.withResolvers<unknown>()
      waiting.set(++asked, response)
      socket.send(JSON.stringify({ id: asked, method, params }))
      return response.promise as Promise<Result>
    },
    close: () => socket.close(),
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
