import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { lazyViewer } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'

const MCP_PATH = '/mcp'

/** The Model Context Protocol. The tools and the library are loaded with the first message. */
export function mcpPages(app: Hono<AppEnv>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post(MCP_PATH, repeats('idempotent'), lazyViewer, async (c) => (await mcp()).answer(c, app))
    .get(MCP_PATH, lazyViewer, async (c) => (await mcp()).onlyPost(c))
    .delete(MCP_PATH, repeats('refused: 405'), lazyViewer, async (c) => (await mcp()).onlyPost(c))
}

const mcp = () => import('#features/pages/mcp/http/answer.ts')
