import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { V4WorkerOptions, V4WorkerOptionsShape } from 'miniflare'
import { NOT_PUBLIC } from '#kernel/public-host.ts'
import { WORKER_BUNDLE } from '../build/paths.ts'
import { bundleHash, readWorkerConfig, type WorkerConfig, workerModules } from '../build/worker.ts'
import { startCompute } from './compute.ts'
import { type LaunchOptions, launch } from './launch.ts'
import { isLoopback, openProxy, type ProxyOptions } from './proxy.ts'
import type { Around } from './settings.ts'
import type { Mail, SendMail } from './smtp.ts'
import type { Smtp } from './smtp-settings.ts'
import { statementsWorker } from './statements.ts'
import { addressesIn, staticFilesModule } from './static-files.ts'
import { databasesOf, type StorageRuntime, storageOf } from './storage.ts'

export interface Options extends LaunchOptions {
  host: string
  port: number
  bindings: Record<string, string>
  /** The mail server; without one, the Worker has no `EMAIL` binding. */
  smtp?: Smtp | null
  /** The sender of letters; without one, the Worker has no `LETTERS` binding. */
  letters?: Smtp | null
  /** The port of the debugger; without one, there is no debugger. */
  inspectorPort?: number | undefined
  /** The source of a module that replaces the entry and imports it. */
  around?: Around
}

export interface Runtime extends StorageRuntime {
  url: string
  /** Whether the site responds and is healthy. */
  isReady(): Promise<boolean>
  /** Runs the cron of the site. */
  scheduled(cron: string, at: Date): Promise<void>
  /** Restarts the runtime with the bundle as it is now, for `npm run dev`. */
  reload(): Promise<void>
}

/** Opens the production bundle in the Workers runtime, with its state in the data folder. */
export async function openMiniflare(wanted: Options): Promise<Runtime> {
  const {
    data,
    host,
    port,
    bindings,
    smtp,
    letters,
    inspectorPort,
    bundle = WORKER_BUNDLE,
  } = wanted
  const config = await readWorkerConfig(bundle)
  const { options, files, served = files, vars } = config
  const databases = databasesOf(config)
  const statements = statementsWorker(databases, options.r2Buckets, options.name)
  const mailWorkers = [
    ...(smtp ? [mailWorker('joule-mail', smtp, options)] : []),
    ...(letters ? [mailWorker('joule-letters', letters, options)] : []),
  ]
  const compute = await startCompute({ bundle, onStart: wanted.onCompute })
  /** Reads the bundle and the static files again each time. */
  const workers = async () => [
    {
      ...options,
      modules: await modulesOf(
        bundle,
        options,
        wanted.around ?? staticFilesModule(await addressesIn(served)),
      ),
      modulesRoot: bundle,
      d1Databases: {},
      ...databases,
      serviceBindings: {
        ASSETS: FILES,
        COMPUTE: compute.service,
        OUTSIDE: outside(bindings),
        ...(smtp && { EMAIL: 'joule-mail' }),
        ...(letters && { LETTERS: 'joule-letters' }),
      },
      bindings: {
        ...vars,
        ENVIRONMENT: 'development',
        JOULE_SECRET: data.secret,
        JOULE_BUNDLE: await bundleHash(files, bundle),
        JOULE_LIMITERS,
        ...bindings,
        ...(smtp && { MAIL_FROM: smtp.from }),
        ...(letters && { LETTERS_FROM: letters.from }),
      },
    },
    {
      name: FILES,
      modules: true as const,
      script: NOT_FOUND,
      assets: { directory: served, routerConfig: { has_user_worker: false } },
    },
    statements.worker,
    ...mailWorkers,
  ]
  const inspector = inspectorPort === undefined ? {} : { inspectorPort }
  const launchConfig = async () => ({ host, port, ...inspector, workers: await workers() })
  const { miniflare, url, relaunch, stop } = await launch(await launchConfig(), wanted).catch(
    async (error) => {
      await compute.stop()
      throw error
    },
  )
  return {
    url: `http://${['127.0.0.1', '::1'].includes(host) ? 'localhost' : host}:${url.port}`,
    isReady: () =>
      fetch(new URL('/healthz', url))
        .then(({ ok }) => ok)
        .catch(() => false),
    storage: storageOf(miniflare, statements),
    async scheduled(cron: string, at: Date) {
      const outcome = await statements.cron(miniflare, cron, at)
      if (outcome !== 'ok')
        console.error(`joule: the scheduled run of ${at.toISOString()} ended with "${outcome}"`)
    },
    async reload() {
      await Promise.all([compute.restart(), relaunch(await launchConfig())])
    },
    async stop() {
      await stop()
      await compute.stop()
    },
  }
}

/**
 * The network for addresses that a person typed (`fetchOutside`). workerd checks the resolved
 * address, so no host name leads into the network of the machine.
 */
function outside({ ENVIRONMENT }: Options['bindings']) {
  const allow = ENVIRONMENT === 'production' ? ['public'] : ['public', '127.0.0.1/32', '::1/128']
  return { network: { allow, deny: NOT_PUBLIC, tlsOptions: { trustBrowserCas: true } } }
}

/**
 * The number of rate limiters that all client addresses share (`web/limits/limits.ts`). Each
 * limiter is a Durable Object with a file, and the number of addresses has no limit.
 */
const JOULE_LIMITERS = '64'

/** The Worker of the static files. Its code runs only for a path without a file. */
const FILES = 'joule-files'
const NOT_FOUND = `export default { fetch: () => new Response(null, { status: 404 }) }`

async function modulesOf(bundle: string, options: WorkerConfig['options'], around: Around) {
  const modules = await workerModules(bundle)
  const objects = Object.values(options.durableObjects ?? {}).map((object) =>
    typeof object === 'string' ? object : object.className,
  )
  return [
    {
      type: 'ESModule' as const,
      path: join(bundle, 'around.js'),
      contents: around('./index.js', objects),
    },
    ...modules,
  ]
}

type RuntimeOptions = Options &
  Pick<
    ProxyOptions,
    'origin' | 'proxies' | 'loopbackHostsOnly' | 'onRefused' | 'gate' | 'isDiskFull'
  >

/**
 * Opens the site at its address. `npm start` on loopback needs no proxy. Otherwise a proxy is in
 * front of the site and sets the client address.
 *
 * Without the proxy, workerd closes a connection that was idle for five seconds, as HTTP allows. Of
 * 60 requests that a client sent within 300 ms of that moment, one failed; browsers, curl and
 * `fetch` open a new connection instead. With the proxy, a cached page takes 0.7 ms more of CPU
 * time, more than without it in all, which is too much for a site to develop with.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { host, origin, proxies, loopbackHostsOnly } = options
  if (isLoopback(host) && !origin && !proxies && !loopbackHostsOnly) return openMiniflare(options)
  const runtime = await openMiniflare({ ...options, host: '127.0.0.1', port: 0 })
  try {
    const sitePort = Number(new URL(runtime.url).port)
    const front = await openProxy({ ...options, sitePort })
    return {
      ...runtime,
      url: `http://${LOCAL.includes(host) ? 'localhost' : inAddress(host)}:${front.port}`,
      async stop() {
        await front.close()
        await runtime.stop()
      },
    }
  } catch (error) {
    await runtime.stop()
    throw error
  }
}

const LOCAL = ['0.0.0.0', '::', '127.0.0.1', '::1']

const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)

/**
 * A Worker with the interface of Cloudflare's `EMAIL` binding. It passes mail to this process,
 * which sends it by SMTP, so that the runtime gets neither the address nor the password of the mail
 * server.
 */
export function mailWorker(
  name: string,
  smtp: Smtp,
  { compatibilityDate }: V4WorkerOptionsShape,
): V4WorkerOptions & { serviceBindings: { NODE: SendingFunction } } {
  // Other local processes can call Miniflare's port for functions like NODE, so it requires a key.
  const key = randomBytes(32).toString('hex')
  let send: Promise<SendMail> | null = null
  const NODE: SendingFunction = async (request) => {
    if (request.headers.get('authorization') !== key) return new Response(null, { status: 403 })
    // Loaded with the first mail, to save memory.
    send ??= import('./smtp.ts').then(({ openSmtp }) => openSmtp(smtp, { log }))
    return Response.json(await (await send)((await request.json()) as Mail))
  }
  return {
    name,
    modules: true as const,
    script: SCRIPT,
    ...(compatibilityDate !== undefined && { compatibilityDate }),
    bindings: { KEY: key },
    serviceBindings: { NODE },
  }
}

/** A function of this process that the runtime can call. It sends the mail in the request. */
type SendingFunction = (request: {
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
}) => Promise<Response>

const log = (outcome: string) => console.error(`joule: a mail was not sent: ${outcome}`)

const SCRIPT = `
import { WorkerEntrypoint } from 'cloudflare:workers'

export default class extends WorkerEntrypoint {
  async send(mail) {
    const headers = { Authorization: this.env.KEY }
    const sent = await this.env.NODE.fetch('http://joule.invalid/', { method: 'POST', headers, body: JSON.stringify(mail) })
    const { messageId, code, message } = await sent.json()
    if (code) throw Object.assign(new Error(message), { code })
    return { messageId }
  }
}
`
