import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

interface Pattern {
  name: string
  method: string
  parts: string[]
}

test('no two routes match the same path, so the order of mounts does not matter', () => {
  const patterns = routes()
  const shared = patterns.flatMap((one, index) =>
    patterns.slice(index + 1).flatMap((other) => (overlap(one, other) ? [`${one.name} and ${other.name}`] : [])),
  )
  expect(shared).toEqual([])
})

/** The guards and the handler of a route line are one entry each, with the same name. */
function routes(): Pattern[] {
  const names = new Set(new World().app.routes.map(({ method, path }) => `${method} ${path}`))
  return [...names].flatMap((name) => {
    const [method = '', path = ''] = name.split(' ')
    return method === 'ALL' ? [] : [{ name, method, parts: path.split('/') }]
  })
}

function overlap(one: Pattern, other: Pattern): boolean {
  return one.method === other.method && (one.name.includes('*') || other.name.includes('*') || agree(one, other))
}

function agree({ parts }: Pattern, other: Pattern): boolean {
  return (
    parts.length === other.parts.length &&
    parts.every((part, index) => matches(part, other.parts[index] ?? '') || matches(other.parts[index] ?? '', part))
  )
}

/** `:id` matches any segment, `:name{…}` only what its expression matches. */
function matches(pattern: string, part: string): boolean {
  const [, expression] = /^:\w+\{(.+)\}$/.exec(pattern) ?? []
  if (expression !== undefined) return part.startsWith(':') || new RegExp(`^${expression}$`).test(part)
  return pattern.startsWith(':') ? !part.includes('{') && part !== '' : pattern === part
}
