import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { inOneLine } from '../../../../scripts/bootstrap/failure.mjs'
import { PROJECT_NODE } from '../../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../../scripts/build/paths.ts'
import { accountAt } from '../../../../scripts/deploy/account.ts'
import { deploy as runDeploy } from '../../../../scripts/deploy/index.ts'
import { Cloud } from './cloud.ts'
import { ACCOUNT, Refusal } from './cloud-answers.ts'

/** Cloudflare's API as wrangler 4.135 uses it, and the addresses of the Workers it serves, on the loopback. */
export async function standIn() {
  const cloud = new Cloud()
  const api = await listen((request) => answerApi(cloud, request))
  const site = await listen(async (request) =>
    request.url === '/healthz' ? cloud.health() : { status: 404, body: { error: 'not_found' } },
  )
  return {
    cloud,
    account: accountAt(api, ACCOUNT, { authorization: 'Bearer a-token' }),
    deploy: (...args: string[]) => deployHere(api, ['--url', site, ...args]),
    deployCommand: (...args: string[]) => deployCommand(api, ['--url', site, ...args]),
  }
}

interface Answer {
  status: number
  body: object
}

async function answerApi(cloud: Cloud, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://cloudflare')
  const bytes = Buffer.concat(await request.toArray())
  const envelope = { success: true, errors: [], messages: [] }
  try {
    const form = request.headers['content-type']?.startsWith('multipart/') ? await formIn(request, bytes) : null
    const result = cloud.answer(`${request.method} ${pathname}`, form ?? bytes.toString())
    return {
      status: 200,
      body: { ...envelope, result, result_info: { page: 1, total_pages: 1, per_page: 50, count: 1 } },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const errors = [{ code: error.code, message: error.message }]
    return { status: error.status, body: { ...envelope, success: false, errors, result: null } }
  }
}

/** What wrangler says of the Worker that it uploads. */
async function formIn({ headers }: IncomingMessage, bytes: Buffer): Promise<string> {
  const form = await new Response(new Uint8Array(bytes), { headers: headers as Record<string, string> }).formData()
  return String(form.get('metadata'))
}

async function listen(answer: (request: IncomingMessage) => Promise<Answer> | Answer): Promise<string> {
  const server: Server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Outcome {
  code: number | null
  output: string
}

const settingsFor = (api: string) => ({
  CLOUDFLARE_API_BASE_URL: api,
  CLOUDFLARE_API_TOKEN: 'a-token',
  CLOUDFLARE_ACCOUNT_ID: undefined,
  JOULE_HEALTH_TRIES: '2',
})

/** What `npm run deploy` does after the build, without the seconds that a process of its own takes to load wrangler. */
async function deployHere(api: string, args: string[]): Promise<Outcome> {
  for (const [name, value] of Object.entries(settingsFor(api))) vi.stubEnv(name, value)
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line))
  try {
    await runDeploy(args, async () => {})
    return { code: 0, output: `${said.join('\n')}\n` }
  } catch (error) {
    return { code: 1, output: `${[...said, inOneLine(error)].join('\n')}\n` }
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** The command itself, in a process of its own. */
async function deployCommand(api: string, args: string[]): Promise<Outcome> {
  const env = { ...process.env, ...settingsFor(api) }
  const child = spawn(PROJECT_NODE, [inRoot('test/node/scripts/support/deploy.ts'), ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
