import fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { ATTACKS } from '../../kernel/html/attacks.ts'
import { BODY } from '../../kernel/html/bodies.ts'

test('a standard parser serializes any sanitised body unchanged', () => {
  fc.assert(
    fc.property(BODY, (body) => expectReadBack(sanitiseHtml(body))),
    { numRuns: 800 },
  )
})

test.each(ATTACKS)('%j is serialized unchanged', (attack) => {
  expectReadBack(sanitiseHtml(attack))
})

test('the check detects a body that leaves its container', () => {
  expect(() => expectReadBack('</div></article>out')).toThrow()
  expect(() => expectReadBack('<p><div>x</div></p>')).toThrow()
})

/** Server HTML: inside the page, with content after it. */
function expectReadBack(html: string): void {
  const page = `<html><head></head><body><article><div>${html}</div></article><hr></body></html>`
  expect(normalised(serialize(parse(`<!DOCTYPE html>${page}`)))).toBe(`<!DOCTYPE html>${page}`)
}

/**
 * Differences of serialization: parse5 writes a no-break space as a reference, leaves > and < unescaped in attributes,
 * and drops the first line break of `pre`.
 */
function normalised(html: string): string {
  return html
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/(<[a-z0-9]+)((?: [a-z-]+="[^"]*")+)/g, (_, name: string, attributes: string) => {
      return name + attributes.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    })
    .replace(/(<pre[^>]*>)\n/g, '$1\n\n')
}
