// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenParentDies } from './end-child.mjs'
import { Failure, orFail } from './failure.mjs'
import { ensureInstalled } from './install.mjs'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const PROJECT_NODE = join(ROOT, 'node_modules/node/bin/node')
const OLDEST_NODE = 20

/**
 * Runs `main` with the project's own Node, after installing missing packages. Works with Node 20 or
 * newer.
 * @param {() => Promise<unknown>} main
 */
export function inProjectNode(main) {
  return orFail(async () => {
    const [major] = process.versions.node.split('.')
    if (Number(major) < OLDEST_NODE)
      throw new Failure(`Node ${OLDEST_NODE} or newer is required; this is ${process.version}`)
    await ensureInstalled(ROOT)
    await (isProjectNode() ? main() : runAgainInProjectNode())
  })
}

/**
 * Runs the command that the first argument names, with the remaining arguments.
 * @param {Record<string, (args: string[]) => Promise<unknown>>} commands
 */
export function runCommand(commands) {
  const [name = '', ...args] = process.argv.slice(2)
  return inProjectNode(async () => {
    const command = commands[name]
    if (!command) throw new Failure(`unknown command "${name}"; package.json lists the commands`)
    await command(args)
  })
}

function isProjectNode() {
  return realpathSync(process.execPath) === realpathSync(PROJECT_NODE)
}

function runAgainInProjectNode() {
  const child = spawn(PROJECT_NODE, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  })
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward)
  whenParentDies(() => child.kill('SIGTERM'))
  return new Promise((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)))
  })
}
