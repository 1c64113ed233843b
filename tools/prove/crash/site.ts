import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProcess } from '../../../scripts/site/processes.ts'
import type { Settings } from '../../../scripts/site/settings.ts'
import { type Child, startChild } from '../../bench/child.ts'

/**
 * The URL that returns the totals of post objects. No route of the site can read the storage of a
 * Durable Object.
 */
export const TOTALS = '/prove/totals?posts='

/** The processes that a round kills: workerd, the Node process around it, or both. */
export const VICTIMS = ['runtime', 'server', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

export interface SiteOptions {
  data: string
  /** Settings of `npm start`. */
  env: Record<string, string>
  databases?: Settings['databases']
  /** Serves the site as `npm run serve` does. */
  isPublic?: boolean
}

/** A site on this machine that can be started, killed and restarted on the same data. */
export class ServedSite {
  url = ''
  readonly #options: SiteOptions
  #child: Child | null = null

  constructor(options: SiteOptions) {
    this.#options = options
  }

  /** Resolves when the site serves. Rejects if it is killed meanwhile. */
  async start(): Promise<void> {
    const { data, env, databases, isPublic } = this.#options
    const log = openSync(`${data}.log`, 'a')
    this.#child = startChild(fileURLToPath(new URL('process.ts', import.meta.url)), null, log)
    closeSync(log)
    // The port stays the same after a restart, so that clients can reconnect.
    const port = this.url === '' ? '0' : new URL(this.url).port
    this.url = await this.call<string>('start', {
      env: { ...env, JOULE_DATA: data, PORT: port },
      databases,
      isPublic,
    })
  }

  /** Calls a function of process.ts. */
  call<Result>(name: string, input: unknown = null): Promise<Result> {
    if (this.#child === null) throw new Error('the site is not running')
    return this.#child.call<Result>(name, input)
  }

  rows<Row>(query: string, name: 'DB' | 'SEARCH' = 'DB'): Promise<Row[]> {
    return this.call<Row[]>('rows', { query, name })
  }

  /** The total that the Durable Object of each post stores. */
  async totals(posts: readonly number[]): Promise<number[]> {
    // On a new connection, because the runtime closes an idle connection after five seconds.
    const response = await fetch(this.url + TOTALS + posts.join(), {
      headers: { connection: 'close' },
    })
    return (await response.json()) as number[]
  }

  /**
   * Finds the processes now. The returned function kills them by SIGKILL, so that they cannot clean
   * up.
   */
  async aim(victim: Victim): Promise<() => Promise<void>> {
    const runtime = await this.#runtime()
    const server = this.#child?.pid ?? 0
    const pids = { runtime: [runtime], server: [server], both: [server, runtime] }[victim].filter(
      (pid) => pid > 0,
    )
    return async () => {
      for (const pid of pids)
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // The process has ended already.
        }
      if (victim !== 'runtime') this.#child = null
      await Promise.all(pids.map(endProcess))
    }
  }

  /**
   * Restarts the site after a kill and waits until it is healthy. If only the runtime was killed,
   * the site restarts it itself.
   */
  async comeBack(): Promise<void> {
    if (this.#child === null) await this.start()
    await this.isWell()
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null) return
    await child.call('stop', null)
    await child.end()
  }

  /** Kills all remaining processes, in any state of the site. */
  async end(): Promise<void> {
    if (this.#child !== null) await (await this.aim('both'))()
  }

  /** The process id of workerd, from the claim file; 0 if there is none yet. */
  async #runtime(): Promise<number> {
    const noted = await readFile(join(this.#options.data, 'running.json'), 'utf8').catch(() => '{}')
    try {
      return Number((JSON.parse(noted) as { runtime?: number }).runtime ?? 0)
    } catch {
      return 0
    }
  }

  async isWell(): Promise<void> {
    const until = performance.now() + LONGEST_WAIT
    while (performance.now() < until) {
      const response = await fetch(`${this.url}/healthz`).catch(() => null)
      if (response?.status === 200) return
      await pause(50)
    }
    throw new Error(`the site did not restart within ${LONGEST_WAIT / 1000} s`)
  }
}

/** Only ends a wait for a site that does not come back. */
const LONGEST_WAIT = 120_000
