import { readFile } from 'node:fs/promises'
import type { Metafile } from 'esbuild'
import { writeAtomically } from '../backup/folder.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { METAFILE } from '../build/client.ts'
import { COMPUTE_METAFILE } from '../build/compute.ts'
import { unlessUnchanged } from '../build/fingerprint.ts'
import { inRoot } from '../build/paths.ts'
import { WORKER_METAFILE } from '../build/worker.ts'
import { type Locked, lockedPackages, npm, packageAt } from './audit.ts'

/**
 * Checks the packages in the bundle, because the bundle is distributed. Build tools may have any
 * licence.
 */
export async function checkLicences(): Promise<string[]> {
  const metafiles = [METAFILE, WORKER_METAFILE, COMPUTE_METAFILE]
  const names = new Set((await Promise.all(metafiles.map(packagesIn))).flat())
  const bundled = (await lockedPackages()).filter(({ name }) => names.has(name))
  const unlocked = [...names].find((name) => !bundled.some((locked) => locked.name === name))
  if (unlocked) throw new Failure(`${unlocked} is in the bundle but not in package-lock.json`)
  const bad = bundled.filter(({ licence }) => !isPermissive(licence))
  if (bad.length > 0)
    throw new Failure(
      `the bundle contains packages without a permissive licence: ${bad.map(nameAndLicence).join(', ')}`,
    )
  return [`${names.size} packages are in the bundle: ${counted(bundled)}`]
}

/**
 * `expression` is an SPDX expression. One permissive licence is enough if the expression gives
 * alternatives.
 */
export function isPermissive(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(/ OR /)
  return choices.some((choice) =>
    choice.split(/ AND /).every((licence) => PERMISSIVE.has(licence.trim())),
  )
}

const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC0-1.0',
  'Unlicense',
])

async function packagesIn(metafile: string): Promise<string[]> {
  const { inputs } = JSON.parse(await readFile(metafile, 'utf8')) as Metafile
  return Object.keys(inputs).flatMap((path) => packageAt(path) ?? [])
}

const nameAndLicence = ({ name, licence }: Locked) => `${name} (${licence})`

function counted(packages: Locked[]): string {
  const counts = Map.groupBy(packages, ({ licence }) => licence)
  const sorted = [...counts].sort(([, one], [, other]) => other.length - one.length)
  return sorted.map(([licence, { length }]) => `${length} ${licence}`).join(', ')
}

const SBOM = inRoot('dist/sbom.cdx.json')

/** Writes the bill of materials (CycloneDX): the runtime dependencies without tools. */
export function writeSbom(): Promise<void> {
  const from = ['package.json', 'package-lock.json', 'scripts/trust']
  return unlessUnchanged(
    { name: 'sbom', saying: 'Writing the bill of materials', from, to: [SBOM] },
    async () => {
      const said = await npm('sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only')
      await writeAtomically(SBOM, `${JSON.stringify(await steady(said), null, 2)}\n`)
    },
  )
}

/**
 * Removes the time, the folder and the random number that npm adds, so that the same lock file
 * gives the same list.
 */
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
