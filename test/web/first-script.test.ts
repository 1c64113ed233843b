import { expect, test } from 'vitest'
import { SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'
import { World } from '#test/world.ts'

test('the script in the page is the one that the policy lets through', async () => {
  const { headers, text } = await new World().visitor().get('/')
  const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  expect(headers.get('Content-Security-Policy')).toContain(
    `script-src 'self' 'sha256-${hash}' '${SPECULATION_RULES_HASH}';`,
  )
})

test('it keeps small: every page carries it', async () => {
  const { text } = await new World().visitor().get('/')
  const script = new Blob([/<script>(.*?)<\/script>/s.exec(text)?.[1] ?? ''])
  const compressed = await new Response(script.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  expect(compressed.byteLength).toBeLessThan(2.25 * 1024)
})
