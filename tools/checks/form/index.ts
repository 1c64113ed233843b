import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Step } from '../../../scripts/build/code.ts'
import { inRoot, ROOT } from '../../../scripts/build/paths.ts'
import { unexplainedCasts, WIDTH_MAX, wideComments } from './comments.ts'

export const CODE_FOLDERS = ['src', 'test', 'scripts', 'tools', 'api-client']
const CODE = /\.(tsx?|mjs)$/

/** The files of the project in these folders that contain code, generated files left out. */
export function codeFiles(root = ROOT, folders = CODE_FOLDERS): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => CODE.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)))
}

/** The casts `as unknown as` that src may have: each hides what the compiler would find. */
const CASTS_MAX = 5

/** The form of the code that Biome's formatter and its plugins in this folder do not check. */
export const FORM: Step = {
  name: 'comments and casts',
  async run() {
    const wide = codeFiles().flatMap((path) =>
      wideComments(readFileSync(inRoot(path), 'utf8')).map((line) => `${path}:${line}`),
    )
    if (wide.length > 0)
      console.log(`Wrap these comments at ${WIDTH_MAX} columns:\n${wide.join('\n')}`)
    const casts = codeFiles(ROOT, ['src']).flatMap((path) =>
      unexplainedCasts(readFileSync(inRoot(path), 'utf8')).map((line) => `${path}:${line}`),
    )
    if (casts.length > 0)
      console.log(`Avoid these casts, or give their reasons in comments:\n${casts.join('\n')}`)
    const doubleCasts = codeFiles(ROOT, ['src']).flatMap((path) =>
      (readFileSync(inRoot(path), 'utf8').match(/\bas unknown as\b/g) ?? []).map(() => path),
    )
    if (doubleCasts.length > CASTS_MAX)
      console.log(`More than ${CASTS_MAX} casts by \`unknown\`:\n${doubleCasts.join('\n')}`)
    return wide.length === 0 && casts.length === 0 && doubleCasts.length <= CASTS_MAX
  },
}
