import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings } from '#web/components/icon.tsx'
import { source, sourceFiles } from './source.ts'

test('what the style sheet draws is what pages draw', () => {
  const css = readFileSync('static/css/components/post-card.css', 'utf8')
  const drawn = [...css.matchAll(/\/\* (\w+) \*\/\s*(?:b:nth-of-type\(\d\) \{\s*)?--drawing: [^;]*d='([^']+)'/g)]
  expect(drawn).toHaveLength(4)
  for (const [, name, path] of drawn)
    expect(String(drawings(`<use href="#i-${name}"`))).toContain(`<path d="${path}"/>`)
})

test('no view has an <svg> or a <head> of JSX: after the first of them every element of every page costs more', () => {
  const views = sourceFiles().filter(({ path }) => path.endsWith('.tsx'))
  expect(views.length).toBeGreaterThan(100)
  const found = views.filter(
    ({ path }) => /^\s*<(svg|head)\b/m.test(source(path)) || /[({>] ?<(svg|head)[\s>]/.test(source(path)),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})
