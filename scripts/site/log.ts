import type { LogLine } from './launch.ts'

/**
 * Buffers errors while a site starts, because a failed start prints one line; afterwards prints them. Other lines are
 * printed only on request. Listeners get every line.
 */
export function openLog(verbose: boolean, listen: (line: LogLine) => void) {
  const held: string[] = []
  let starting = true
  return {
    held,
    take(line: LogLine): void {
      const { level, message } = line
      listen(line)
      const mail = mailIn(message)
      if (mail) console.log(mail)
      else if (level !== 'error' && level !== 'warn') {
        if (verbose) console.log(message)
      } else if (starting) held.push(message)
      else console.error(message)
    },
    flow(): void {
      starting = false
      for (const message of held.splice(0)) console.error(message)
    },
  }
}

/** A mail that a local site cannot send, as one line with its link. */
function mailIn(message: string): string | null {
  if (!message.startsWith('{"level":"mail"')) return null
  const { to, subject, link } = JSON.parse(message) as { to: string; subject: string; link: string | null }
  return ['mail', to, subject, link ?? ''].join('   ').trimEnd()
}
