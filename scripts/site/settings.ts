import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { isLoopback, proxiesIn } from './proxy.ts'
import { lettersSmtpIn, type Smtp, smtpIn } from './smtp-settings.ts'

/** `objects` are the class names of the Durable Objects. */
export type Around = (entry: string, objects: string[]) => string

export interface Settings {
  host: string
  port: number
  /** Folder of the local state: databases, images, Durable Objects, the secret. */
  data: string
  /** No demo content. */
  empty: boolean
  /** Null if the operator names none: then there is a default address and a generated password. */
  owner: { email: string | null; password: string | null; name?: string | null }
  /** Extra bindings of the Worker. */
  bindings: Record<string, string>
  /** The mail server. Without one, mail is printed and kept for the owner. */
  smtp?: Smtp | null
  /** The mail server of letters. Without one, letters are off. */
  letters?: Smtp | null
  /** Shows the Worker's log lines; errors are always shown. */
  logs: boolean
  /** The scheme and host of the site, if a proxy is in front of it. */
  origin?: string
  /** The proxies that may name the client and the scheme. */
  proxies?: BlockList
  /** For a public site without an origin: refuses requests for hosts of other machines. */
  loopbackHostsOnly?: boolean
  /** When the runtime uses more memory than this, it is restarted in a quiet moment. */
  memory?: { limitMb: number; everyMs?: number }
  /** Refuses writes while the disk is full, so that reads remain possible. */
  disk?: { reserveBytes?: number }
  /** The folder of the bundle. The last build by default. */
  bundle?: string | undefined
  /** Runs copies of the build, so that a build in the folder of the site does not disturb it. */
  keepsBuilds?: boolean
  /** A module around the bundle, instead of the one that serves static files. */
  around?: Around
  /** Other migrations than those of wrangler.toml, to test an upgrade. */
  databases?: { binding: string; migrations: string }[]
}

const DEFAULT_PORT = 8787

/** The settings of `npm start`, the local demo. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const host = env.HOST || '127.0.0.1'
  const smtp = smtpIn(env.SMTP_URL, env.MAIL_FROM)
  const origin = env.JOULE_ORIGIN ? originIn(env.JOULE_ORIGIN) : null
  return {
    host,
    port: portOf(env.PORT),
    data: resolve(env.JOULE_DATA || '.joule'),
    // The demo passwords are public: on a site that others can reach, demo accounts are created on
    // request only.
    empty: env.JOULE_EMPTY === '1' || (!isLoopback(host) && env.JOULE_DEMO !== '1'),
    owner: {
      email: env.JOULE_OWNER_EMAIL || null,
      password: env.JOULE_OWNER_PASSWORD || null,
      name: env.JOULE_OWNER_NAME || null,
    },
    bindings: {
      // Logging a line takes as long as a response from the edge cache, so it is off by default.
      LOG_SHARE: env.JOULE_LOGS === '1' ? '1' : '0',
      ...(env.JOULE_WRITE_LIMIT !== undefined && { JOULE_WRITE_LIMIT: env.JOULE_WRITE_LIMIT }),
      ...(env.JOULE_BACKUP_RECIPIENT && { JOULE_BACKUP_RECIPIENT: env.JOULE_BACKUP_RECIPIENT }),
      ...(env.JOULE_PUSH_HOSTS && { JOULE_PUSH_HOSTS: env.JOULE_PUSH_HOSTS }),
      ...(env.TURNSTILE_SITE_KEY && { TURNSTILE_SITE_KEY: env.TURNSTILE_SITE_KEY }),
      ...(env.TURNSTILE_SECRET && { TURNSTILE_SECRET: env.TURNSTILE_SECRET }),
      ...(origin && { JOULE_ORIGIN: origin }),
    },
    smtp,
    letters: lettersSmtpIn(env, smtp),
    logs: env.JOULE_LOGS === '1',
    ...(origin && { origin }),
    ...(env.JOULE_TRUST_PROXY && { proxies: proxiesIn(env.JOULE_TRUST_PROXY) }),
  }
}

/** The settings of `npm run serve`: production behaviour, and no demo content. */
export function readPublicSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(env)
  if (!settings.origin && !isLoopback(settings.host))
    throw new Failure(
      `HOST=${settings.host} can be reached from other machines, so JOULE_ORIGIN is required, such as https://community.example.com`,
    )
  return {
    ...settings,
    empty: true,
    bindings: { ...settings.bindings, ENVIRONMENT: 'production' },
    loopbackHostsOnly: !settings.origin,
    disk: {},
    keepsBuilds: true,
    memory: { limitMb: memoryOf(env.JOULE_MEMORY_MB) },
  }
}

/**
 * workerd should stay below 1,024 MB (docs/limits.md). During a restart, readers wait two seconds.
 */
const DEFAULT_MEMORY_MB = 1_200

function memoryOf(text: string | undefined): number {
  const mb = text ? Number(text) : DEFAULT_MEMORY_MB
  if (Number.isInteger(mb) && mb > 0) return mb
  throw new Failure(`JOULE_MEMORY_MB must be a number of megabytes above 0, not "${text}"`)
}

function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isBare =
    url !== null && url.pathname + url.search + url.hash + url.username + url.password === '/'
  if (isBare && /^https?:$/.test(url.protocol)) return url.origin
  throw new Failure(
    `JOULE_ORIGIN must be an address such as https://community.example.com, not "${text}"`,
  )
}

function portOf(text: string | undefined): number {
  if (!text) return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Failure(`PORT must be a number from 0 to 65535, not "${text}"`)
}
