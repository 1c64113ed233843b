import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { readSettings } from '../site/settings.ts'
import type { Command } from './index.ts'

export const mailTest: Command = {
  usage: 'mail-test <address>',
  summary: 'sends a test mail through SMTP_URL and prints the answer of the mail server',
  needs: 'nothing',
  async run({ print }, [address, ...rest]) {
    if (!address || rest.length > 0) throw new Failure(`usage: npm run joule -- ${mailTest.usage}`)
    const { smtp, bindings } = readSettings(process.env)
    if (!smtp) throw new Failure('set SMTP_URL and MAIL_FROM for this command, as for the site')
    const { openSmtp } = await import('../site/smtp.ts')
    const site = bindings.JOULE_ORIGIN ?? 'http://localhost'
    const answer = await openSmtp(smtp)({ from: smtp.sender, ...testMail(address, site) })
    if ('code' in answer) throw new Failure(`${smtp.host}:${smtp.port}: ${answer.message}`)
    print(`${smtp.host}:${smtp.port} accepted the mail: ${answer.response}`)
  },
}

function testMail(address: string, site: string) {
  const letter = { lines: ['If you can read this, the site can send e-mail.'], notes: [] }
  const subject = 'A test mail from Joule'
  return messageOf({ address, language: 'en', site, subject, letter: JSON.stringify(letter) }, DEFAULT_IDENTITY)
}
