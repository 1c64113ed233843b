import { SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

/** Maximum compressed bytes. Visitors get the smaller script. */
const SCRIPTS = [
  { path: '/posts', bytesMax: 1.25 * 1024 },
  { path: '/help', bytesMax: 2.25 * 1024 },
]

test.for(SCRIPTS)(
  'the Content-Security-Policy allows the inline script of $path',
  async ({ path }) => {
    const { headers, text } = await new World().visitor().get(path)
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(firstScript(text)),
    )
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    const policy = headers.get('Content-Security-Policy')
    const [, allowed = ''] = /script-src 'self' ([^;]*);/.exec(policy ?? '') ?? []
    expect(allowed.split(' ')).toContain(`'sha256-${hash}'`)
    expect(allowed.split(' ')).toContain(`'${SPECULATION_RULES_HASH}'`)
    expect(allowed.split(' ')).toHaveLength(SCRIPTS.length + 1)
  },
)

test.for(SCRIPTS)('the inline script of $path is small', async ({ path, bytesMax }) => {
  const { text } = await new World().visitor().get(path)
  const script = new Blob([firstScript(text)])
  const compressed = await new Response(
    script.stream().pipeThrough(new CompressionStream('gzip')),
  ).arrayBuffer()
  expect(compressed.byteLength).toBeLessThan(bytesMax)
})

function firstScript(html: string): string {
  return /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
}

test('pages for visitors contain no hook that needs the full inline script', async ({ world }) => {
  const { id } = await world.post({ author: await world.user(), title: 'To be read' })
  for (const path of ['/', '/posts', '/tags', `/posts/${id}`, `/posts/${id}/comments`]) {
    const { text } = await world.visitor().get(path)
    expect(
      text.match(/<form(?![^>]* action=)|data-menu|data-chooses-file|type="(checkbox|radio|file)"/),
    ).toBe(null)
  }
})
