import { runSite } from './run-site.ts'
import { readPublicSettings, type Settings } from './settings.ts'
import type { Site } from './site.ts'

/** `npm run serve` after the build: a site for the public, on one machine. */
export const serve = () => runSite(readPublicSettings, printWelcome)

function printWelcome({ url }: Site, { origin = url, smtp, logs }: Settings, needsName: boolean): void {
  console.log(`Joule is running at ${origin}${origin === url ? '' : `, listening at ${url}`}`)
  if (needsName) console.log(`The owner has no username yet: log in at ${origin}/login and choose one.`)
  console.log(
    smtp
      ? `Mail is sent through ${smtp.host} as ${smtp.from}.`
      : 'This site sends no mail: set SMTP_URL and MAIL_FROM. The owner reads unsent mail at /admin/mail.',
  )
  if (!logs) console.log('Requests are not logged; JOULE_LOGS=1 logs one JSON line per request.')
}
