import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot, ROOT } from '../../../scripts/build/paths.ts'
import { megabytesOf } from '../../prove/load/memory.ts'
import { type Ask, asking, jsonOf } from '../../prove/writes/ask.ts'
import { anonymously, from } from '../../prove/writes/person.ts'
import { commitOf } from '../checked-out.ts'
import { serve } from '../first-paint/serve.ts'

const PEOPLE = 100
const TABS = 10
/** Locally an object hibernates after ten idle seconds. */
const REST = 15_000

/**
 * Measures the memory of a thousand open sockets, active and hibernating, and the time to send a message to all of
 * them.
 */
export async function liveBench(args: string[]): Promise<void> {
  const { url, pid, stop } = await serve(ROOT, commitOf('HEAD', ROOT))
  const ask = asking(() => url, 1)
  try {
    const people: string[] = []
    for (let n = 0; n < PEOPLE; n++) people.push(await register(ask, n))
    const lines = [['', 'sockets', 'memory of the runtime']]
    const note = (when: string, sockets: number) =>
      lines.push([when, String(sockets), `${megabytesOf(runtimeOf(pid)).toFixed(0)} MB`])
    await pause(REST)
    note('before', 0)
    const sockets: WebSocket[] = []
    for (const token of people) {
      sockets.push(...(await Promise.all(Array.from({ length: TABS }, () => opened(url, token)))))
    }
    note('just opened', sockets.length)
    await pause(REST)
    note('at rest', sockets.length)
    const notified = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.addEventListener('message', resolve))),
    )
    const started = performance.now()
    for (const [n, token] of people.entries()) {
      const headers = { ...from(addressOf(n)), authorization: `Bearer ${token}` }
      await ask({ method: 'POST', path: '/api/messages/read-all', headers })
    }
    await notified
    const ms = performance.now() - started
    note(`all notified, after ${(ms / 1000).toFixed(1)} s`, sockets.length)
    for (const socket of sockets) socket.close()
    await pause(REST)
    note('closed', 0)
    const table = asTable(lines)
    console.log(table)
    if (args.includes('--record')) writeFileSync(inRoot('docs/bench/live.md'), `${HEAD}\n${table}`)
  } finally {
    ask.close()
    await stop()
  }
}

/** Each user has a separate IP address: the site limits registrations per address. */
async function register(ask: Ask, n: number): Promise<string> {
  const account = { email: `live-${Date.now()}-${n}@example.com`, password: 'a good long password' }
  const answer = await anonymously(ask, '/api/auth/register', account, addressOf(n))
  if (answer?.status !== 201) throw new Error(`a registration was refused (${answer?.status})`)
  return jsonOf<{ access_token: string }>(answer).access_token
}

export function opened(url: string, token: string): Promise<WebSocket> {
  // Node's WebSocket accepts headers, which the DOM types lack.
  const options = { headers: { Cookie: `joule_at=${token}` } } as unknown as string[]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, options)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error('a socket was refused')))
  })
}

const addressOf = (n: number) => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** The workerd process below the server process. */
function runtimeOf(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(pid)], { encoding: 'utf8' })
  const found = children.split('\n').find((line) => line.includes('workerd'))
  if (found) return Number.parseInt(found, 10)
  throw new Error('no workerd process below the site')
}

function asTable([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

const HEAD = `# Open sockets

\`npm run bench -- live --record\` wrote this page on Linux. ${PEOPLE} users with ${TABS} tabs each listen to \`/api/live\`, with all
objects in one workerd. Memory is the resident memory of that process. "All notified" is one change per user, one after the other: a request,
a query and a call of an object each.
`
