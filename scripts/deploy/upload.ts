import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from '../cloudflare/account.ts'

export interface Version {
  id: string
  address: string | null
}

/** The version that serves the site now, null before the first deployment. */
export async function servingVersion(account: Account, worker: string): Promise<string | null> {
  const answer = await account.ask<Deployments>('GET', `workers/scripts/${worker}/deployments`)
  return answer?.deployments[0]?.versions[0]?.version_id ?? null
}

interface Deployments {
  deployments: { versions: { version_id: string }[] }[]
}

/** Uploads the code, and optionally a new secret in the same version. */
export async function upload(account: Account, args: string[], newSecret: string | null): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-deploy-'))
  try {
    const [report, secrets] = [join(folder, 'report.ndjson'), join(folder, 'secrets.json')]
    // The secret is generated here, read by wrangler from a file, and deleted.
    if (newSecret)
      await writeFile(secrets, JSON.stringify({ [newSecret]: randomBytes(48).toString('base64url') }), { mode: 0o600 })
    const command = ['deploy', '--minify', ...args, ...(newSecret ? ['--secrets-file', secrets] : [])]
    const { code, output } = await account.wrangler(command, { WRANGLER_OUTPUT_FILE_PATH: report })
    if (code !== 0) throw new Failure(`the upload failed and the site is unchanged: ${errorsIn(output)}`)
    return versionIn(await readFile(report, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Reported {
  type: string
  version_id?: string | null
  targets?: string[]
}

function versionIn(report: string): Version {
  const lines = report.trim().split('\n')
  const deployed = lines.map((line): Reported => JSON.parse(line)).find(({ type }) => type === 'deploy')
  const [address = null] = (deployed?.targets ?? []).flatMap(
    (target) => /^(?:https:\/\/)?([\w.-]+\.\w+)/.exec(target)?.[1] ?? [],
  )
  return { id: deployed?.version_id ?? '', address: address && `https://${address}` }
}

/** The error lines of wrangler's output, without colours and frames. */
export function errorsIn(output: string): string {
  const plain = stripVTControlCharacters(output)
  const errors = [...plain.matchAll(/(?:\[ERROR\]|ERROR|✘)\s*(.+)/g)].map(([, text = '']) =>
    text.replace(/^\[ERROR\] /, ''),
  )
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  return errors.join('; ') || lines.at(-1)?.trim() || 'wrangler gave no reason'
}
