import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import { inOneLine } from '../../../../scripts/bootstrap/failure.mjs'
import { logIn, type Wrangler } from '../../../../scripts/cloudflare/account.ts'
import { joule as runJoule } from '../../../../scripts/commands/joule.ts'
import { deploy as runDeploy, type Tools } from '../../../../scripts/deploy/index.ts'
import { serve } from '../../support/serve.ts'
import { Cloud } from './cloud.ts'
import { Refusal } from './cloud-storage.ts'
import { Script } from './start.ts'
import type { WorkerdStorage } from './workerd-storage.ts'

/**
 * A stub server for Cloudflare's API as wrangler 4.135 uses it, and for the Workers it serves, on
 * loopback.
 */
export async function stubCloudflare(workerdStorage: WorkerdStorage, wrangler: Wrangler) {
  const cloud = new Cloud(workerdStorage)
  const api = await listen((request, bytes) => respondAsApi(cloud, request, bytes))
  const site = await listen(async ({ url }) =>
    url === '/healthz' ? cloud.health() : Response.json({ error: 'not_found' }, { status: 404 }),
  )
  const deployWith = (tools: Partial<Tools>, args: string[] = []) =>
    here(api, () =>
      runDeploy(['--url', site, ...args], { build: async () => BUNDLE, wrangler, ...tools }),
    )
  return {
    cloud,
    account: () => within(api, () => logIn(wrangler)),
    deployWith,
    deploy: (...args: string[]) => deployWith({}, args),
    joule: (...args: string[]) => here(api, () => runJoule(args, wrangler)),
    /** In a separate process, which a test can kill. */
    moveCommand: (...args: string[]) =>
      new Script('test/node/scripts/support/move.ts', args, {
        ...process.env,
        ...settingsFor(api),
      }),
  }
}

/** The site of a data folder, as if it had been deployed. */
export async function stubDeployed(storage: WorkerdStorage, wrangler: Wrangler) {
  const site = await stubCloudflare(storage, wrangler)
  site.cloud.makeDatabase('joule', storage.database('DB'))
  site.cloud.makeDatabase('joule-search', storage.database('SEARCH'))
  site.cloud.buckets.set('joule-images', storage.bucket('IMAGES'))
  site.cloud.buckets.set('joule-backups', storage.bucket('BACKUPS'))
  return site
}

/** The hash of a bundle that no test reads. */
export const BUNDLE = 'b0'.repeat(32)

async function respondAsApi(
  cloud: Cloud,
  request: IncomingMessage,
  bytes: Buffer<ArrayBuffer>,
): Promise<Response> {
  const { pathname } = new URL(request.url ?? '/', 'http://cloudflare')
  const type = request.headers['content-type'] ?? ''
  const envelope = { success: true, errors: [], messages: [] }
  try {
    const text = type.startsWith('multipart/') ? await formIn(request, bytes) : bytes.toString()
    const origin = `http://${request.headers.host}`
    const result = await cloud.respond(`${request.method} ${pathname}`, {
      text,
      bytes,
      type,
      origin,
    })
    if (result instanceof Response) return result
    const result_info = { page: 1, total_pages: 1, per_page: 50, count: 1 }
    return Response.json({ ...envelope, result, result_info })
  } catch (error) {
    // Without a response, the command under test would wait for minutes.
    if (!(error instanceof Refusal)) return new Response((error as Error).stack, { status: 500 })
    const { status, code, message } = error
    const body = { ...envelope, success: false, errors: [{ code, message }], result: null }
    // Retries do not wait here.
    return Response.json(body, { status, headers: { 'retry-after': '0' } })
  }
}

/** The metadata that wrangler sends with the Worker. */
async function formIn({ headers }: IncomingMessage, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const form = await new Response(bytes, { headers: headers as Record<string, string> }).formData()
  return String(form.get('metadata'))
}

function listen(
  respond: (request: IncomingMessage, bytes: Buffer<ArrayBuffer>) => Promise<Response>,
): Promise<string> {
  return serve(async (request, bytes, response) => {
    const answer = await respond(request, bytes)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(new Uint8Array(await answer.arrayBuffer()))
  })
}

const settingsFor = (api: string) => ({
  CLOUDFLARE_API_BASE_URL: api,
  CLOUDFLARE_API_TOKEN: 'a-token',
  CLOUDFLARE_ACCOUNT_ID: undefined,
  JOULE_HEALTH_TRIES: '2',
})

const output = new AsyncLocalStorage<string[]>()

/**
 * Runs a command in this process, which saves the seconds of loading wrangler. Two may run
 * concurrently.
 */
async function here(
  api: string,
  command: () => Promise<void>,
): Promise<{ code: number; output: string }> {
  const said: string[] = []
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((line) => void output.getStore()?.push(line))
  onTestFinished(() => log.mockRestore())
  try {
    await output.run(said, () => within(api, command))
    return { code: 0, output: `${said.join('\n')}\n` }
  } catch (error) {
    return { code: 1, output: `${[...said, inOneLine(error)].join('\n')}\n` }
  }
}

function within<Result>(api: string, work: () => Promise<Result>): Promise<Result> {
  for (const [name, value] of Object.entries(settingsFor(api))) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return work()
}
