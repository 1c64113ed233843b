import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { PROJECT_NODE } from '../../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../../scripts/build/paths.ts'

/** A script of this repository in a separate process, which ends with the test. */
export class Script {
  readonly process: ChildProcess
  /** When its output is complete. */
  readonly #closed: Promise<unknown>
  output = ''

  constructor(path: string, args: string[], env: NodeJS.ProcessEnv) {
    this.process = spawn(PROJECT_NODE, [inRoot(path), ...args], { env })
    this.#closed = once(this.process, 'close')
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk) => {
        this.output += chunk
      })
    onTestFinished(() => void this.process.kill())
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal)
    return this.exit()
  }

  async exit(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null)
      await once(this.process, 'exit')
    return this.process.exitCode
  }

  async outcome(): Promise<{ code: number | null; output: string }> {
    await this.#closed
    return { code: this.process.exitCode, output: this.output }
  }
}

/** `npm start` or `npm run serve` after the build. */
export class Start extends Script {
  constructor(env: Record<string, string>, command: 'start' | 'serve' = 'start') {
    super('test/node/scripts/support/serve.ts', [command], { ...process.env, ...env })
  }

  /** The address, when the site responds there. */
  async url(): Promise<string> {
    for (;;) {
      const url = /running at ([^\s,]+)/.exec(this.output)?.[1]
      if (url) return url
      if (this.process.exitCode !== null) throw new Error(`the start failed: ${this.output}`)
      await Promise.race([
        once(this.process.stdout as NodeJS.ReadableStream, 'data'),
        once(this.process, 'exit'),
      ])
    }
  }
}

/**
 * The status and the body of a page, or the code of the connection error. `fetch` takes ten times
 * the CPU time for an error.
 */
export async function visit(url: string): Promise<[outcome: string, body: string]> {
  try {
    const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
    return [String(response.statusCode), await text(response)]
  } catch (error) {
    return [(error as NodeJS.ErrnoException).code ?? 'no response', '']
  }
}

/** Visits a page every 50 ms during a start, and once after it. */
export async function visitsUntil(started: Promise<string>, url: string) {
  const visits = [await visit(url)]
  while (!(await Promise.race([started, wait(50)]))) visits.push(await visit(url))
  return [...visits, await visit(url)]
}
