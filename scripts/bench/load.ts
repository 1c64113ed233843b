import { Agent, get, type OutgoingHttpHeaders } from 'node:http'

export interface Load {
  perSecond: number
  /** Of the answers' times, in milliseconds. */
  median: number
}

interface Bounds {
  connections: number
  milliseconds: number
  requestsMost: number
}

/** Asks for one address over and over on a few connections, within bounds of time and number. */
export async function load(url: string, headers: OutgoingHttpHeaders, bounds: Bounds): Promise<Load> {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error('a benchmark asks this machine only')
  const agent = new Agent({ keepAlive: true, maxSockets: bounds.connections })
  const times: number[] = []
  const started = performance.now()
  const isOver = () => performance.now() - started > bounds.milliseconds || times.length >= bounds.requestsMost
  const ask = async () => {
    while (!isOver()) {
      const sent = performance.now()
      await answered(url, headers, agent)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: bounds.connections }, ask))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, median: times[Math.floor(times.length / 2)] ?? Number.NaN }
}

export function middle(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: Number.NaN, median: Number.NaN }
}

function answered(url: string, headers: OutgoingHttpHeaders, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`))
      response.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
}
