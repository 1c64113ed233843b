import { globSync, readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { parseAst } from 'vite'
import { inRoot } from '../../scripts/build/paths.ts'

/** A node of the syntax tree, with the fields that the checks read (https://github.com/estree/estree). */
export interface SyntaxNode {
  type: string
  operator?: string
  left?: SyntaxNode
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/** Every syntax node of the code that the Worker, browsers, operators and developers run. */
export function* syntaxNodes(): Generator<{ path: string; node: SyntaxNode }> {
  for (const path of globSync('{src,scripts,tools,api-client,examples}/**/*.{ts,tsx,mjs}', { cwd: inRoot() })) {
    const loader = path.endsWith('.tsx') ? 'tsx' : 'ts'
    const { code } = transformSync(readFileSync(inRoot(path), 'utf8'), { loader, target: 'esnext' })
    for (const node of nodesIn(parseAst(code))) yield { path, node }
  }
}

function* nodesIn(tree: unknown): Generator<SyntaxNode> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) yield tree as SyntaxNode
  for (const part of Object.values(tree)) yield* nodesIn(part)
}
