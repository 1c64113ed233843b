import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'

const CODE = '{src,api-client,scripts,tools,test}/**/*.{ts,tsx}'

test('a limit is called X_MAX', () => {
  const files = globSync(CODE, { cwd: inRoot() }).filter((path) => !path.includes('generated'))
  expect(files.length).toBeGreaterThan(500)
  const others = files.flatMap((path) =>
    [...readFileSync(inRoot(path), 'utf8').matchAll(/\bconst (\w*(?:MOST|LARGEST)\w*|MAX\w*)\b/g)].map(
      ([, name]) => `${path} ${name}`,
    ),
  )
  expect(others).toEqual([])
})
