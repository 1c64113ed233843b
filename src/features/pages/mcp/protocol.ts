import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

// This module imports no code of the site. It and all its imports run with the first request of an
// isolate, not at its start.

/**
 * The supported revisions. The older ones begin with `initialize`, which is answered without a
 * session.
 */
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18']
/** How long clients may keep the list of tools. It changes only with a deployment. */
const LIST_TTL_MS = 3_600_000

interface Served {
  name: string
  version: string
  instructions: string
  tools: { name: string; inputSchema: { type: 'object' }; outputSchema: { type: 'object' } }[]
  call(name: string, input: unknown): Promise<{ structured: object } | { refusal: string }>
}

/**
 * Responds to one message of any of the revisions. The response depends only on the request:
 * nothing is stored.
 */
export async function answerMessage(
  request: Request,
  message: object,
  served: Served,
): Promise<Response> {
  const server = () => serverOf(served)
  if (await isLegacyRequest(request, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server().connect(transport)
    return transport.handleRequest(request, { parsedBody: message })
  }
  const handler = createMcpHandler(server, { legacy: 'reject', maxSubscriptions: 0 })
  const response = await handler.fetch(request, { parsedBody: message })
  const { id, method } = message as { id?: unknown; method?: unknown }
  if (method !== 'subscriptions/listen' || response.status !== 200) return response
  // The library cannot turn subscriptions off. There is nothing to subscribe to, so the method is
  // unknown.
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}

function serverOf({ name, version, instructions, tools, call }: Served): Server {
  const server = new Server(
    { name, version },
    { capabilities: { tools: {} }, instructions, supportedProtocolVersions: VERSIONS },
  )
  server.setRequestHandler('tools/list', () => ({
    tools,
    ttlMs: LIST_TTL_MS,
    cacheScope: 'public',
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!tools.some((tool) => tool.name === params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    }
    const result = await call(params.name, params.arguments ?? {})
    if ('refusal' in result)
      return { content: [{ type: 'text', text: result.refusal }], isError: true }
    return {
      content: [{ type: 'text', text: JSON.stringify(result.structured) }],
      structuredContent: { ...result.structured },
    }
  })
  return server
}
