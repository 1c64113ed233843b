import { spawn } from 'node:child_process'
import type { Installer, Machine } from './machine.ts'

/** Only bounds a hang. */
const LONGEST_INSTALL = 30 * 60_000

/**
 * Runs an installer and prints its progress. Returns the reason of a failure, or null. The caller checks the result.
 */
export async function install({ commands }: Installer, machine: Machine): Promise<string | null> {
  const reasons: string[] = []
  for (const [command, ...args] of commands) {
    const reason = await execute(command, args, machine)
    if (reason !== null) reasons.push(reason)
  }
  return reasons.at(-1) ?? null
}

function execute(command: string, args: string[], { env, say, progressEvery }: Machine): Promise<string | null> {
  const begun = performance.now()
  let lastLine = ''
  const child = spawn(command, args, {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_INSTALL,
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lastLine = text.split(/[\r\n]+/).findLast((line) => line.trim() !== '') ?? lastLine
    })
  }
  const progress = setInterval(() => {
    say(`  ${Math.round((performance.now() - begun) / 1000)} s: ${lastLine.trim().slice(0, 100)}`)
  }, progressEvery)
  return new Promise((resolve) => {
    const end = (reason: string | null) => {
      clearInterval(progress)
      resolve(reason)
    }
    child.on('error', ({ message }) => end(message))
    child.on('close', (code) => end(code === 0 ? null : lastLine.trim() || `${command} failed without output`))
  })
}
