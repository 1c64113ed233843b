import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { builtApiClient } from '../support/built.ts'

beforeAll(builtApiClient)

test('the client bundled for a browser needs only standard browser APIs', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'joule/client'", resolveDir: inRoot() },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
    write: false,
  })
  const sent: Request[] = []
  const responses = [
    Response.json({ items: ['a', 'b'], next_cursor: 'further' }),
    Response.json({ items: ['c'], next_cursor: null }),
  ]
  const page = createContext({
    fetch: async (input: URL, init: RequestInit) => {
      sent.push(new Request(input, init))
      return responses.shift()
    },
    URL,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
  })
  runInContext(outputFiles[0]?.text ?? '', page)
  const items = await runInContext(
    `(async () => {
      const items = []
      for await (const item of client.connect('https://joule.example').each('/api/posts')) items.push(item)
      return items.join()
    })()`,
    page,
  )
  expect(items).toBe('a,b,c')
  expect(sent.map(({ url, credentials }) => `${url} ${credentials}`)).toEqual([
    'https://joule.example/api/posts omit',
    'https://joule.example/api/posts?cursor=further omit',
  ])
})
