import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { Failure } from '../scripts/bootstrap/failure.mjs'
import { inRoot } from '../scripts/build/paths.ts'

/**
 * `npm run repository -- <address>`: sets the public address of this repository in package.json and
 * in the button of the README.
 */
export async function setRepository([given, ...rest]: string[]): Promise<void> {
  if (rest.length > 0)
    throw new Failure('usage: npm run repository [-- https://github.com/you/joule]')
  const address = addressIn(given ?? origin())
  await rewrite('package.json', (text) => {
    const { name, version, repository, ...rest } = JSON.parse(text)
    return `${JSON.stringify({ name, version, repository: { type: 'git', url: address }, ...rest }, null, 2)}\n`
  })
  await rewrite('README.md', (text) => withButton(text, address))
  console.log(`package.json and the button of README.md now use ${address}`)
}

function origin(): string {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: inRoot(),
      encoding: 'utf8',
    }).trim()
  } catch {
    throw new Failure(
      'git has no remote "origin"; pass the address: npm run repository -- https://github.com/you/joule',
    )
  }
}

async function rewrite(name: string, change: (text: string) => string): Promise<void> {
  await writeFile(inRoot(name), change(await readFile(inRoot(name), 'utf8')))
}

/**
 * Cloudflare's button copies a public repository. Without a repository, the button leads to the
 * instructions for publishing one.
 */
export function withButton(readme: string, repository: string | undefined): string {
  if (!BUTTON.test(readme)) throw new Failure('README.md has no button "Deploy to Cloudflare"')
  const deployment = `https://deploy.workers.cloudflare.com/?url=${repository}`
  return readme.replace(
    BUTTON,
    `$1(${repository ? deployment : 'docs/deployment.md#with-a-button'})`,
  )
}

/**
 * The address as https. Cloudflare's button supports public repositories of these two hosts, and
 * `git remote` often prints `git@…`.
 */
export function addressIn(text: string): string {
  const [, host, path] =
    /^(?:https:\/\/|git@)(github\.com|gitlab\.com)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      text,
    ) ?? []
  if (!host) throw new Failure(`"${text}" is not an address like https://github.com/you/joule`)
  return `https://${host}/${path}`
}

const BUTTON = /(\[!\[Deploy to Cloudflare\]\([^()]*\)\])\([^()]*\)/
