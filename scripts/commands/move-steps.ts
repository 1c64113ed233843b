import type { Place } from './place.ts'

interface Moved {
  source: Place
  target: Place
  /** The time of the snapshot. */
  taken: string
  hasSecret: boolean
  /** Users with an authenticator app. */
  apps: number
}

/** What the owner has to do after a move. */
export function nextSteps(moved: Moved): string[] {
  const { source, target, taken, hasSecret } = moved
  const steps = [
    ...(target.folder === null ? ON_CLOUDFLARE : onMachine(target.folder, source.folder === null)),
    ...(hasSecret
      ? ['Sessions stay valid on the same host name. On another one, everybody logs in again.']
      : newSecret(moved)),
    source.folder === null
      ? `The Worker still answers at its old address. Whatever is written there after ${taken} is not moved. Delete it with "npx wrangler delete" when the new site works.`
      : `${source.folder} is unchanged. Do not start it again; delete it when the new site works.`,
  ]
  return ['', `${target.name} has the site of ${taken}. Next:`, ...steps.map((step, n) => `  ${n + 1}. ${step}`)]
}

const ON_CLOUDFLARE = [
  'Set your domain in "routes" of wrangler.toml. The domain must be a zone of the same account.',
  'DNS: delete the A and AAAA records of the old machine. The deployment creates the new record, and refuses while old ones exist.',
  'Set MAIL_FROM and the binding EMAIL in wrangler.toml (docs/operations.md).',
  'Run "npm run deploy".',
]

const onMachine = (folder: string, leavesCloudflare: boolean) => [
  `Start it: JOULE_DATA=${folder} JOULE_ORIGIN=https://<your domain> npm run serve, with SMTP_URL and MAIL_FROM for mail (docs/self-hosting.md).`,
  leavesCloudflare
    ? 'DNS: remove the domain from the Worker (Settings, Domains & Routes), then point its A and AAAA records to this machine.'
    : 'DNS: if the machine changes, point the A and AAAA records of the domain to it.',
]

function newSecret({ apps, source, target }: Moved): string[] {
  const everybody = 'The secret was not moved: everybody has to log in again.'
  if (apps === 0) return [everybody]
  const how =
    target.folder === null
      ? `run "npx wrangler secret put JOULE_SECRET < ${source.folder}/secret"`
      : `write the old secret to ${target.folder}/secret`
  return [
    everybody,
    `Authenticator apps do not work with another secret: ${apps} of your users would need a recovery code. To avoid that, ${how}.`,
  ]
}
