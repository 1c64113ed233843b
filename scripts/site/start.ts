import type { Account } from './owner.ts'
import { isLoopback } from './proxy.ts'
import { runSite } from './run-site.ts'
import { readSettings, type Settings } from './settings.ts'
import type { Site } from './site.ts'

/** `npm start` after the build: the local demo. */
export const start = () => runSite(readSettings, printWelcome)

export function printWelcome(
  { url, accounts }: Pick<Site, 'url' | 'accounts'>,
  { host, smtp }: Pick<Settings, 'host' | 'smtp'>,
  needsName: boolean,
): void {
  console.log(`\nJoule is running at ${url}   (Ctrl-C stops it)`)
  const [member = null] = accounts.filter(({ about }) => !about?.includes(','))
  const warning = isLoopback(host) ? '' : ' (others can reach this site, and these passwords are public)'
  if (accounts.length > 0) console.log(`\nDemo accounts${warning}:\n${linesOf(accounts).join('\n')}`)
  console.log(
    member
      ? `\nTry first: log in at ${url}/login as ${member.email}, open a post and give it energy.`
      : `\nTry first: log in at ${url}/login as the owner${needsName ? ', choose a username' : ''} and write the first post.`,
  )
  console.log(
    smtp
      ? `\nMail is sent through ${smtp.host} as ${smtp.from}. The owner sees its state at ${url}/admin/mail.`
      : `\nThis site sends no mail. Each mail is printed here with its link; the owner also reads it at ${url}/admin/mail.`,
  )
}

function linesOf(accounts: Account[]): string[] {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return accounts.map(({ email, password, about = '' }) => `  ${email.padEnd(width)}   ${password}   ${about}`)
}
