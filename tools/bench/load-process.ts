import { Agent, request } from 'node:http'
import { serveParent } from './child.ts'
import { type Load, median } from './measure.ts'
import { bodyOf, headersOf, type Request } from './scenes.ts'

/** The load process runs on a separate core and receives the requests of each scene once. */
const scenes = new Map<string, { requests: Request[]; sent: number }>()

serveParent({
  learn({ name, requests }: { name: string; requests: Request[] }) {
    scenes.set(name, { requests, sent: 0 })
  },
  load,
})

/**
 * Sends the requests of a scene in order on a few connections until the time is over. A round
 * continues in the list where the round before ended, so that it does not repeat the same requests.
 */
async function load(round: {
  name: string
  port: number
  connections: number
  milliseconds: number
}): Promise<Load> {
  const { name, port, connections, milliseconds } = round
  const scene = scenes.get(name)
  if (!scene) throw new Error(`unknown scene ${name}`)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const statuses: Record<number, number> = {}
  let bytes = 0
  const started = performance.now()
  const sendUntilOver = async () => {
    while (performance.now() - started < milliseconds) {
      const next = scene.requests[scene.sent++ % scene.requests.length]
      if (next === undefined) throw new Error('nothing to send')
      const sent = performance.now()
      const response = await send(next, port, agent)
      times.push(performance.now() - sent)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      bytes += response.bytes
    }
  }
  await Promise.all(Array.from({ length: connections }, sendUntilOver))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return {
    requests: times.length,
    seconds,
    p50: median(times),
    p99,
    bytes: bytes / times.length,
    statuses,
  }
}

const TRIES_MAX = 5

/**
 * Uses node:http, because `fetch` costs more CPU time. Repeats the request if the server closed the
 * connection.
 */
async function send(
  asked: Request,
  port: number,
  agent: Agent,
  tries = TRIES_MAX,
): Promise<{ status: number; bytes: number }> {
  try {
    return await new Promise((resolve, reject) => {
      const { method, path } = asked
      const sent = request(
        { agent, host: '127.0.0.1', port, method, path, headers: headersOf(asked) },
        (response) => {
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
          })
          response
            .on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
            .on('error', reject)
        },
      )
      sent.on('error', reject).end(bodyOf(asked))
    })
  } catch (error) {
    if (tries === 1) throw error
    return send(asked, port, agent, tries - 1)
  }
}
