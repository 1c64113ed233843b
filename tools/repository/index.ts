import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { inRoot } from '../../scripts/build/paths.ts'
import { addressIn, withButton } from './button.ts'

/** `npm run repository -- <address>`: where this copy is public, which package.json and the README's button then say. */
export async function setRepository([given, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new Failure('usage: npm run repository [-- https://github.com/you/joule]')
  const address = addressIn(given ?? origin())
  await rewrite('package.json', (text) => withRepository(text, address))
  await rewrite('README.md', (text) => withButton(text, address))
  console.log(`package.json and the button of README.md name ${address}`)
}

function withRepository(text: string, url: string): string {
  const { name, version, repository, ...rest } = JSON.parse(text)
  return `${JSON.stringify({ name, version, repository: { type: 'git', url }, ...rest }, null, 2)}\n`
}

function origin(): string {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: inRoot(), encoding: 'utf8' }).trim()
  } catch {
    throw new Failure('git knows no "origin"; name the address: npm run repository -- https://github.com/you/joule')
  }
}

async function rewrite(name: string, change: (text: string) => string): Promise<void> {
  await writeFile(inRoot(name), change(await readFile(inRoot(name), 'utf8')))
}
