import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'
import { inRoot } from './paths.ts'

/**
 * Runs a tool from node_modules/.bin, passes its output through and returns its exit code. A signal
 * ends both processes.
 */
export function run(tool: string, args: string[]): Promise<number> {
  return endOf(spawn(pathOf(tool), args, { stdio: 'inherit', cwd: inRoot(), env: surroundings() }))
}

/** Like `run`, but for a tool that runs beside others: prints its output line by line. */
export function runInParallel(tool: string, args: string[]): Promise<number> {
  const env = { ...surroundings(), ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
  const child = spawn(pathOf(tool), args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: inRoot(), env })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(line))
  return endOf(child)
}

/** Like `run`, but prints nothing: returns the output. */
export function runSilently(
  tool: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  const env = { ...surroundings(), ...more }
  const child = spawn(pathOf(tool), args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: inRoot(), env })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }),
    )
  })
}

function endOf(child: ChildProcess): Promise<number> {
  const passOn = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('exit', () => process.exit(130))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}

const pathOf = (tool: string) => inRoot('node_modules/.bin', tool)

function surroundings(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // The project's Node is first in PATH, because wrangler refuses Node 20.
    PATH: [inRoot('node_modules/.bin'), process.env.PATH].join(delimiter),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
  }
}
