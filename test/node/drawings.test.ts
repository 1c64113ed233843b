import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings } from '#web/components/elements.tsx'
import { source, sourceFiles } from './source.ts'

test('the icons in the style sheet are the icons of the pages', () => {
  const css = readFileSync('static/css/components/post-list.css', 'utf8')
  const drawn = [...css.matchAll(/\/\* (\w+) \*\/\s*--drawing: [^;]*d='([^']+)'/g)]
  expect(drawn).toHaveLength(3)
  for (const [, name, path] of drawn)
    expect(String(drawings(`<use href="#i-${name}"`))).toContain(`<path d="${path}"/>`)
})

test('no view has a JSX <svg> or <head>, which would slow down the rendering of every element', () => {
  const views = sourceFiles().filter(({ path }) => path.endsWith('.tsx'))
  expect(views.length).toBeGreaterThan(100)
  const found = views.filter(
    ({ path }) => /^\s*<(svg|head)\b/m.test(source(path)) || /[({>] ?<(svg|head)[\s>]/.test(source(path)),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})
