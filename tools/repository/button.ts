import { Failure } from '../../scripts/bootstrap/failure.mjs'

/** Where the README's button leads: to Cloudflare, which copies the repository, or to what is missing for that. */
export function buttonTarget(repository: string | undefined): string {
  return repository ? `https://deploy.workers.cloudflare.com/?url=${repository}` : 'docs/deployment.md#with-a-button'
}

export function withButton(readme: string, repository: string | undefined): string {
  if (!BUTTON.test(readme)) throw new Failure('README.md has no button "Deploy to Cloudflare"')
  return readme.replace(BUTTON, `$1(${buttonTarget(repository)})`)
}

/** Cloudflare's button takes public repositories of these two. `git@…` is what `git remote` often says. */
export function addressIn(text: string): string {
  const [, host, path] =
    /^(?:https:\/\/|git@)(github\.com|gitlab\.com)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(text) ?? []
  if (!host) throw new Failure(`"${text}" is no address such as https://github.com/you/joule`)
  return `https://${host}/${path}`
}

const BUTTON = /(\[!\[Deploy to Cloudflare\]\([^)]*\)\])\([^)]*\)/
