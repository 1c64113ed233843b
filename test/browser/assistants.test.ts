import * as v2 from '@modelcontextprotocol/client'
import * as v1 from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, expect, test } from 'vitest'
import { TOOLS } from '#features/pages/mcp/tools.ts'
import { isLong, LONG } from '#test/long.ts'
import { call, pageOf, site } from './support/browser.ts'
import { member } from './support/member.ts'
import { listening } from './support/server.ts'

// The public clients of the protocol, of both eras, and an assistant on this machine with a
// document about itself. Clients compare each result with the output schema of its tool.

const ADDRESS = new URL('/mcp', site)
const IMPLEMENTATION = { name: 'test', version: '1' }
const { url: own, close } = await listening((request, response) => {
  const document = {
    client_id: client,
    client_name: 'Test assistant',
    redirect_uris: ['http://127.0.0.1/callback'],
  }
  const isDocument = request.url === '/client.json'
  response.writeHead(200, { 'content-type': isDocument ? 'application/json' : 'text/html' })
  response.end(isDocument ? JSON.stringify(document) : '<!doctype html><title>done</title>')
})
const client = `${own}/client.json`

afterAll(close)

interface Connected {
  version: string | undefined
  names: string[]
  call(name: string, input: object): Promise<Record<string, unknown>>
}

async function connectV1(token: string): Promise<Connected> {
  const program = new v1.Client(IMPLEMENTATION)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(ADDRESS, { requestInit })
  await program.connect(transport)
  const { tools } = await program.listTools()
  return {
    version: transport.protocolVersion,
    names: tools.map(({ name }) => name),
    call: async (name, input) =>
      structured(await program.callTool({ name, arguments: { ...input } })),
  }
}

async function connectV2(token: string): Promise<Connected> {
  const program = new v2.Client(IMPLEMENTATION, { versionNegotiation: { mode: 'auto' } })
  await program.connect(
    new v2.StreamableHTTPClientTransport(ADDRESS, { authProvider: { token: async () => token } }),
  )
  const { tools } = await program.listTools()
  return {
    version: program.getNegotiatedProtocolVersion(),
    names: tools.map(({ name }) => name),
    call: async (name, input) =>
      structured(await program.callTool({ name, arguments: { ...input } })),
  }
}

function structured(result: object): Record<string, unknown> {
  const { isError, structuredContent } = result as {
    isError?: boolean
    structuredContent?: Record<string, unknown>
  }
  if (isError || !structuredContent) throw new Error(JSON.stringify(result))
  return structuredContent
}

const CLIENTS = [
  ['@modelcontextprotocol/client 2.x', connectV2, '2026-07-28'],
  ['@modelcontextprotocol/sdk 1.x', connectV1, '2025-11-25'],
] as const

test.each(CLIENTS.slice(0, isLong ? 2 : 1))(
  '%s lists and calls every tool',
  LONG,
  async (_, connect, version) => {
    const someone = await member({ exp: 500 })
    const input = { name: 'assistant', scope: 'write' }
    const { token } = (await call(someone, 'POST', '/api/settings/tokens', input)) as {
      token: string
    }
    const assistant = await connect(token)
    expect([assistant.version, assistant.names]).toEqual([version, Object.keys(TOOLS)])
    const words = `assistant ${crypto.randomUUID()}`
    const posted = { title: words, body: '<p>Words.</p>', tags: ['assistants'] }
    const { id } = (await call(someone, 'POST', '/api/studio/posts', posted)) as { id: number }
    const draft = await assistant.call('save_draft', { title: 'Plan', body: '<p>Later.</p>' })
    const inputs: Record<keyof typeof TOOLS, object> = {
      search: { q: words },
      read_post: { id },
      list_posts: { tag: 'assistants', limit: 1 },
      list_comments: { post_id: id },
      list_tags: { q: 'assist' },
      my_drafts: {},
      inbox: {},
      save_draft: { id: draft.id, title: 'Better plan' },
      comment: { post_id: id, body: 'By an assistant' },
    }
    for (const [name, sent] of Object.entries(inputs))
      expect(await assistant.call(name, sent)).toBeTypeOf('object')
  },
)

test('an assistant on this machine is allowed on the consent page and reads the drafts', async () => {
  const saved: { address?: URL; verifier?: string; tokens?: v2.OAuthTokens } = {}
  const authProvider: v2.OAuthClientProvider = {
    redirectUrl: `${own}/callback`,
    clientMetadata: {
      redirect_uris: [`${own}/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => ({ client_id: client }),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      saved.address = address
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier
    },
    codeVerifier: () => saved.verifier ?? '',
  }
  const connected = async () => {
    const program = new v2.Client(IMPLEMENTATION, { versionNegotiation: { mode: 'auto' } })
    const transport = new v2.StreamableHTTPClientTransport(ADDRESS, { authProvider })
    await program.connect(transport)
    return { program, transport }
  }
  const { program, transport } = await connected()
  const drafts = { name: 'my_drafts', arguments: {} }
  await expect(program.callTool(drafts)).rejects.toThrow(v2.UnauthorizedError)

  const page = await pageOf(await member())
  await page.goto(saved.address?.href ?? '')
  await expect.poll(() => page.textContent('main')).toContain(new URL(own).host)
  await page.click('button[value=allow]')
  await page.waitForURL(`${own}/callback?*`)
  await transport.finishAuth(new URL(page.url()).searchParams)
  expect(saved.tokens).toMatchObject({
    scope: 'offline_access posts:read',
    refresh_token: expect.any(String),
  })
  expect(structured(await (await connected()).program.callTool(drafts))).toEqual({
    drafts: [],
    next_cursor: null,
  })
})
