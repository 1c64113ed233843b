import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'

/** Patterns that make a test depend on the speed of the machine, and their replacement. */
const RULES: [forbidden: RegExp, instead: string, where: string][] = [
  [/waitForTimeout|networkidle/, 'wait for the expected element', 'test/browser/**/*.ts'],
  [
    /expect\(\(?\[?\(*await (?:page|tab|\w+\.page|\w+)\.(?:locator|textContent|inputValue|title\(|text\()/,
    'expect.poll',
    'test/browser/**/*.ts',
  ],
  [
    /expect\((?:new URL\()?\w+\.url\(\)/,
    'expect.poll: a click does not wait for the next page',
    'test/browser/**/*.ts',
  ],
  [
    /setDefaultTimeout\(\d|\btimeout: \d|^\s*\}, [\d_]+\)|(?:before|after)(?:All|Each)\(.+, [\d_]+\)/,
    'the one limit in vitest.config.ts or in support/browser.ts',
    'test/**/*.test.ts',
  ],
  [
    /locator\('\.toast'\)/,
    'the text of the toast: an earlier toast may still be visible',
    'test/browser/**/*.ts',
  ],
  [/launchChromium|newContext\(/, 'open or browserOf of support/browser.ts', 'test/browser/*.ts'],
  [
    /performance\.now|process\.hrtime/,
    'count steps, or compare the CPU time for two sizes',
    'test/**/*.test.ts',
  ],
]

test.each(RULES)('no test contains %s (use: %s)', (forbidden, _, where) => {
  const files = globSync(where, { cwd: inRoot() }).filter(
    (path) => !path.endsWith('patience.test.ts'),
  )
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((path) =>
    readFileSync(inRoot(path), 'utf8')
      .split('\n')
      .flatMap((line, n) => (forbidden.test(line) ? `${path}:${n + 1} ${line.trim()}` : [])),
  )
  expect(found).toEqual([])
})
