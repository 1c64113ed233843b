import { Meter, openDb } from '#db/client.ts'
import { withoutSecondFactor } from '#features/accounts/second-factor/remove-by-owner.ts'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { statementsOn } from '../cloudflare/database.ts'
import { resolved, USAGE } from '../import/options.ts'
import { accountOf, grantOwner as grant } from '../site/owner.ts'
import { readSettings } from '../site/settings.ts'
import { backup, backupKey, backups, restore, verify } from './backup.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { MOVE } from './move.ts'
import { reindex } from './reindex.ts'

const grantOwner: Command = {
  usage: 'grant-owner <email> [--remote]',
  summary: 'makes a user an owner of the site',
  async run({ query, print }, [email, ...rest]) {
    if (!email || rest.length > 0) throw new Failure(`usage: npm run joule -- ${grantOwner.usage}`)
    if (!(await grant(query, email)))
      throw new Failure(`there is no account with the address ${email}`)
    print(`${email} is now an owner.`)
  },
}

/**
 * For an owner who has lost the second factor, if no other owner exists who could remove it on the
 * site.
 */
const removeSecondFactor: Command = {
  usage: 'remove-second-factor <email> [--remote]',
  summary: 'removes two-step verification and all passkeys of a user',
  async run({ query, storage, remote, print }, [email, ...rest]) {
    if (!email || rest.length > 0)
      throw new Failure(`usage: npm run joule -- ${removeSecondFactor.usage}`)
    const account = await accountOf(query, email)
    if (account === undefined) throw new Failure(`there is no account with the address ${email}`)
    const db = storage ? openDb(storage.DB, new Meter()) : statementsOn(remote.db)
    await db.batch(withoutSecondFactor(account.uid, new Date()))
    print(`${email} can log in with the password alone. A notification tells the user.`)
  },
}

const importPosts: Command = {
  usage: USAGE,
  summary:
    'imports the posts of another site with their authors, dates, comments and old paths; a repeated import adds only what is missing',
  whereTyped: resolved,
  // Loaded on demand: the readers of all formats take a third of the time to load the commands.
  run: async (site, args) => (await import('../import/command.ts')).importPosts(site, args),
}

export const mailTest: Command = {
  usage: 'mail-test <address>',
  summary: 'sends a test mail through SMTP_URL and prints the response of the mail server',
  needs: 'nothing',
  async run({ print }, [address, ...rest]) {
    if (!address || rest.length > 0) throw new Failure(`usage: npm run joule -- ${mailTest.usage}`)
    const { smtp, bindings } = readSettings(process.env)
    if (!smtp) throw new Failure('set SMTP_URL and MAIL_FROM for this command, as for the site')
    const { openSmtp } = await import('../site/smtp.ts')
    const site = bindings.JOULE_ORIGIN ?? 'http://localhost'
    const letter = JSON.stringify({
      lines: ['If you can read this, the site can send e-mail.'],
      notes: [],
    })
    const mail = {
      address,
      language: 'en',
      site,
      subject: 'A test mail from Joule',
      letter,
    } as const
    const response = await openSmtp(smtp)({
      from: smtp.sender,
      ...messageOf(mail, DEFAULT_IDENTITY),
    })
    if ('code' in response) throw new Failure(`${smtp.host}:${smtp.port}: ${response.message}`)
    print(`${smtp.host}:${smtp.port} accepted the mail: ${response.response}`)
  },
}

const COMMANDS: Record<string, Command> = {
  backup,
  'backup-key': backupKey,
  backups,
  verify,
  restore,
  check,
  'grant-owner': grantOwner,
  'remove-second-factor': removeSecondFactor,
  reindex,
  import: importPosts,
  'mail-test': mailTest,
}

export function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    throw new Failure(`unknown command "${name}"; "npm run joule -- help" lists the commands`)
  return command
}

export function help(): string {
  const lines = [...Object.values(COMMANDS), MOVE].map(
    ({ usage, summary }) => `  ${usage}\n      ${summary}`,
  )
  return ['npm run joule -- <command>', '', ...lines, '', REMOTE].join('\n')
}

const REMOTE =
  '--remote uses the site at Cloudflare. --remote=staging uses the site of the section [env.staging] of wrangler.toml.'
