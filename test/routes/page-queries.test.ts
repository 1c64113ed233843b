import { expect, test } from 'vitest'
import * as z from 'zod'
import { World } from '#test/world.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { PAGE_QUERIES } from './page-queries.ts'

test('PAGE_QUERIES lists every query parameter of every page', () => {
  const asked = new Map<string, number | undefined>()
  for (const { method, path, handler } of new World().app.routes) {
    if (method !== 'GET' || path.startsWith('/api')) continue
    for (const [name, maxLength] of [...inSchema(handler), ...inSource(handler)])
      asked.set(`${path} ${name}`, maxLength)
  }
  const known = new Map(PAGE_QUERIES.map(([path, name, maxLength]) => [`${path} ${name}`, maxLength]))
  expect(sorted(known)).toEqual(sorted(asked))
})

type Named = [name: string, maxLength: number | undefined]

function inSchema(handler: object): Named[] {
  const { input } = factOf(handler)
  if (input?.in !== 'query') return []
  const { properties = {} } = z.toJSONSchema(input.schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => [name, Object(schema).maxLength])
}

/** These pages parse the query themselves and fall back to defaults. */
function inSource(handler: object): Named[] {
  const source = String(handler)
  const names = [...source.matchAll(/\.req\.query\(["'](\w+)["']\)/g)].map(([, name = '']) => name)
  return [...names, ...(source.includes('nextOf') ? ['next'] : [])].map((name) => [name, undefined])
}

function sorted(queries: Map<string, number | undefined>) {
  return [...queries].sort(([one], [other]) => (one < other ? -1 : 1))
}
