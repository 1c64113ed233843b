import { readFile } from 'node:fs/promises'
import { writeAtomically } from '../backup/folder.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { unlessUnchanged } from '../build/fingerprint.ts'
import { inRoot } from '../build/paths.ts'
import { npm } from './registry.ts'

export const SBOM = inRoot('dist/sbom.cdx.json')

/** The bill of materials (CycloneDX): runtime dependencies without tools. */
export function writeSbom(): Promise<void> {
  const from = ['package.json', 'package-lock.json', 'scripts/trust']
  return unlessUnchanged({ name: 'sbom', saying: 'Writing the bill of materials', from, to: [SBOM] }, async () => {
    const said = await npm('sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only')
    await writeAtomically(SBOM, `${JSON.stringify(await steady(said), null, 2)}\n`)
  })
}

/** Removes the time, the folder and the random number that npm adds: the same lock file gives the same list. */
async function steady(said: string): Promise<object> {
  const { name } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'))
  try {
    const { serialNumber, metadata, ...rest } = JSON.parse(said)
    const { timestamp, component, ...more } = metadata
    return { ...rest, metadata: { ...more, component: { ...component, name } } }
  } catch {
    throw new Failure('"npm sbom" failed; it needs npm 10 or newer')
  }
}
