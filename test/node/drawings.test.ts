import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings } from '#web/components/icon.tsx'

test('what the style sheet draws is what pages draw', () => {
  const css = readFileSync('static/css/components/post-card.css', 'utf8')
  const drawn = [...css.matchAll(/\/\* (\w+) \*\/\s*(?:b:nth-of-type\(\d\) \{\s*)?--drawing: [^;]*d='([^']+)'/g)]
  expect(drawn).toHaveLength(4)
  for (const [, name, path] of drawn)
    expect(String(drawings(`<use href="#i-${name}"`))).toContain(`<path d="${path}"/>`)
})
