import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { buildBrowser } from '../../../../scripts/build/index.ts'
import { deploy, hashOfBundle } from '../../../../scripts/deploy/index.ts'

/** Without types and lint, which `npm test` checks in other steps. */
async function build(): Promise<string> {
  await buildBrowser()
  return hashOfBundle()
}

await orFail(() => deploy(process.argv.slice(2), { build }))
