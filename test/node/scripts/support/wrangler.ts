import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Wrangler } from '../../../../scripts/cloudflare/account.ts'
import { readTarget } from '../../../../scripts/cloudflare/target.ts'

/**
 * The wrangler commands that `npm run deploy` and `npm run joule` use, as requests to the stub
 * server: no process, no bundle. The smoke tests and the long tests use the real wrangler.
 */
export const inProcessWrangler: Wrangler = async ([command = '', ...args], env = {}) => {
  try {
    return { code: 0, output: (await COMMANDS[command]?.(args, env)) ?? '' }
  } catch (error) {
    return { code: 1, output: `✘ [ERROR] ${error instanceof Error ? error.message : error}` }
  }
}

const COMMANDS: Record<string, (args: string[], env: NodeJS.ProcessEnv) => Promise<string>> = {
  async whoami([format]) {
    if (format !== '--json') throw new Error('whoami prints JSON only on request')
    const accounts = await ask('GET', 'accounts').catch(() => null)
    return JSON.stringify({ loggedIn: accounts !== null, accounts: accounts ?? [] })
  },

  async deploy(args, { WRANGLER_OUTPUT_FILE_PATH: report = '' }) {
    const { values } = parseArgs({ args, options: DEPLOY_OPTIONS, allowPositionals: true })
    if (values.config?.endsWith('.json')) {
      const { name } = JSON.parse(await readFile(values.config, 'utf8')) as { name: string }
      await ask('PUT', `accounts/account/workers/scripts/${name}`, { bindings: [] })
      return ''
    }
    const { worker, buckets } = await readTarget(values.env)
    const there = await ask<{ buckets: { name: string }[] }>('GET', 'accounts/account/r2/buckets')
    for (const { name } of buckets) {
      if (!there.buckets.some((bucket) => bucket.name === name))
        await ask('POST', 'accounts/account/r2/buckets', { name })
    }
    const bindings = [...varsIn(values.var), ...(await secretsIn(values['secrets-file']))]
    const { id } = await ask<{ id: string }>('PUT', `accounts/account/workers/scripts/${worker}`, {
      bindings,
    })
    await writeFile(report, JSON.stringify({ type: 'deploy', version_id: id, targets: [] }))
    return ''
  },

  async rollback([version_id = '']) {
    const { worker } = await readTarget(undefined)
    const versions = [{ version_id, percentage: 100 }]
    await ask('POST', `accounts/account/workers/scripts/${worker}/deployments`, { versions })
    return ''
  },
}

const DEPLOY_OPTIONS = {
  config: { type: 'string' },
  'no-bundle': { type: 'boolean' },
  env: { type: 'string' },
  var: { type: 'string', multiple: true },
  'secrets-file': { type: 'string' },
} as const

const varsIn = (vars: string[] = []) =>
  vars.map((line) => {
    const [name = '', text = ''] = line.split(':')
    return { type: 'plain_text', name, text }
  })

async function secretsIn(file: string | undefined) {
  const secrets: Record<string, string> = file ? JSON.parse(await readFile(file, 'utf8')) : {}
  return Object.entries(secrets).map(([name, text]) => ({ type: 'secret_text', name, text }))
}

async function ask<Result>(method: string, path: string, body?: object): Promise<Result> {
  const { CLOUDFLARE_API_BASE_URL: api, CLOUDFLARE_API_TOKEN: token } = process.env
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api}/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const { result, errors } = (await response.json()) as {
    result: Result
    errors: { message: string }[]
  }
  if (!response.ok) throw new Error(errors[0]?.message)
  return result
}
