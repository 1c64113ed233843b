import { serveParent } from '../child.ts'
import { Connection } from './connection.ts'

/** The load process, on a separate core. The requests of a scene are sent to it once. */
const scenes = new Map<string, { requests: Buffer[]; sent: number }>()

serveParent({
  learn({ name, requests }: { name: string; requests: string[] }) {
    scenes.set(name, { requests: requests.map((request) => Buffer.from(request)), sent: 0 })
  },
  async load({ name, ...round }: Omit<Round, 'requests' | 'from'> & { name: string }) {
    const scene = scenes.get(name)
    if (!scene) throw new Error(`unknown scene ${name}`)
    const result = await load({ ...round, requests: scene.requests, from: scene.sent })
    scene.sent += result.requests
    return result
  },
})

interface Round {
  port: number
  requests: Buffer[]
  /** The start index in the list, so that no round repeats the requests of the one before. */
  from: number
  connections: number
  milliseconds: number
}

export interface Load {
  requests: number
  seconds: number
  p50: number
  p99: number
  /** Average size of a response body. */
  bytes: number
  /** Number of responses per status. */
  statuses: Record<number, number>
}

/** Sends the requests in order on a few connections until the time is over. */
async function load({ port, requests, from, connections, milliseconds }: Round): Promise<Load> {
  const open = Array.from({ length: connections }, () => new Connection(port))
  const times: number[] = []
  const statuses: Record<number, number> = {}
  let [next, bytes] = [from, 0]
  const started = performance.now()
  const send = async (connection: Connection) => {
    while (performance.now() - started < milliseconds) {
      const request = requests[next++ % requests.length]
      if (request === undefined) throw new Error('nothing to send')
      const sent = performance.now()
      const response = await connection.ask(request)
      times.push(performance.now() - sent)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      bytes += response.bytes
    }
  }
  await Promise.all(open.map(send))
  const seconds = (performance.now() - started) / 1000
  for (const connection of open) connection.close()
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    bytes: bytes / times.length,
    statuses,
  }
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
