import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot, ROOT } from '../../build/paths.ts'
import { commitOf } from '../checked-out.ts'
import { serve } from '../first-paint/serve.ts'

const PEOPLE = 100
const TABS = 10
/** Locally an object hibernates after ten seconds of rest. */
const REST = 15_000

/** What a thousand open sockets cost in memory, awake and hibernating, and how long all of them take to be told something. */
export async function liveBench(args: string[]): Promise<void> {
  const { url, pid, stop } = await serve(ROOT, commitOf('HEAD', ROOT))
  try {
    const people = []
    for (let n = 0; n < PEOPLE; n++) people.push(await register(url, n))
    const lines = [['', 'sockets', 'memory of the runtime']]
    const note = (when: string, sockets: number) =>
      lines.push([when, String(sockets), `${megabytes(runtimeOf(pid)).toFixed(0)} MB`])
    await pause(REST)
    note('before', 0)
    const sockets: WebSocket[] = []
    for (const cookie of people) {
      sockets.push(...(await Promise.all(Array.from({ length: TABS }, () => opened(url, cookie)))))
    }
    note('just opened', sockets.length)
    await pause(REST)
    note('at rest', sockets.length)
    const told = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.addEventListener('message', resolve))),
    )
    const started = performance.now()
    for (const [n, cookie] of people.entries()) await readAll(url, cookie, n)
    await told
    const ms = performance.now() - started
    note(`all told, after ${(ms / 1000).toFixed(1)} s`, sockets.length)
    for (const socket of sockets) socket.close()
    await pause(REST)
    note('closed', 0)
    const table = asTable(lines)
    console.log(table)
    if (args.includes('--record')) writeFileSync(inRoot('docs/bench/live.md'), `${HEAD}\n${table}`)
  } finally {
    await stop()
  }
}

/** Each from an address of their own: so many from one are refused. */
async function register(url: string, n: number): Promise<string> {
  const headers = { 'CF-Connecting-IP': addressOf(n), 'Content-Type': 'application/json' }
  const csrf = await fetch(`${url}/api/auth/csrf`, { headers })
  const { csrf_token } = (await csrf.json()) as { csrf_token: string }
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { ...headers, 'X-CSRF-Token': csrf_token, Cookie: `joule_csrf=${csrf_token}` },
    body: JSON.stringify({ email: `live-${Date.now()}-${n}@example.com`, password: 'a good long password' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return `joule_at=${access_token}`
}

function opened(url: string, cookie: string): Promise<WebSocket> {
  // Node's takes headers, which the types of browsers do not know.
  const options = { headers: { Cookie: cookie } } as unknown as string[]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, options)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error('a socket was refused')))
  })
}

async function readAll(url: string, cookie: string, n: number): Promise<void> {
  await fetch(`${url}/api/messages/read-all`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${cookie.slice('joule_at='.length)}`, 'CF-Connecting-IP': addressOf(n) },
  })
}

const addressOf = (n: number) => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** The process of workerd below the one that serves. */
function runtimeOf(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(pid)], { encoding: 'utf8' })
  const found = children.split('\n').find((line) => line.includes('workerd'))
  if (found) return Number.parseInt(found, 10)
  throw new Error('no workerd below the site')
}

function megabytes(pid: number): number {
  return Number(/^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
}

function asTable([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

const HEAD = `# Open sockets

\`npm run bench -- live --record\` wrote this page on Linux. ${PEOPLE} users with ${TABS} tabs each listen to \`/api/live\`, with all
objects in one workerd. Memory is the resident memory of that process. "All told" is one change per user, one after the other: a request,
a query and a call of an object each.
`
