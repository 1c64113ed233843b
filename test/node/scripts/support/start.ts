import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { PROJECT_NODE } from '../../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../../scripts/build/paths.ts'

/** `npm start` or `npm run serve` after the build, in a separate process that ends with the test. */
export class Start {
  readonly process: ChildProcess
  output = ''

  constructor(env: Record<string, string>, command: 'start' | 'serve' = 'start') {
    this.process = spawn(PROJECT_NODE, [inRoot('test/node/scripts/support/serve.ts'), command], {
      env: { ...process.env, ...env },
    })
    this.process.stdout?.on('data', (chunk) => {
      this.output += chunk
    })
    this.process.stderr?.on('data', (chunk) => {
      this.output += chunk
    })
    onTestFinished(() => void this.process.kill())
  }

  /** The address, when the site responds there. */
  async url(): Promise<string> {
    for (;;) {
      const url = /running at ([^\s,]+)/.exec(this.output)?.[1]
      if (url) return url
      if (this.process.exitCode !== null) throw new Error(`the start failed: ${this.output}`)
      await Promise.race([once(this.process.stdout as NodeJS.ReadableStream, 'data'), once(this.process, 'exit')])
    }
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal)
    return this.exit()
  }

  async exit(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit')
    return this.process.exitCode
  }
}
