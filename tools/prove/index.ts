import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { crash } from './crash/index.ts'
import { faults } from './faults/index.ts'
import { fuzz } from './fuzz/index.ts'
import { load } from './load/index.ts'
import { model } from './model/index.ts'
import { helpOf, optionsIn } from './options.ts'
import type { AnyProof } from './proof.ts'

/** One line and one folder each. What a proof needs is loaded when it runs, so that the help comes at once. */
const PROOFS: Record<string, AnyProof> = {
  model,
  crash,
  faults,
  load,
  fuzz,
}

/** `npm run prove -- <name> …`: tries the site harder than `npm test` does, for as long as one likes. */
export async function prove([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help') return console.log(help())
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
  if (!proof) throw new Failure(`there is no proof "${name}"; "npm run prove -- --help" lists them`)
  if (args.includes('--help')) return console.log(helpOf(name, proof))
  await proof.run(optionsIn(name, proof.options, args))
}

function help(): string {
  return Object.entries(PROOFS)
    .map(([name, proof]) => helpOf(name, proof))
    .join('\n')
}
