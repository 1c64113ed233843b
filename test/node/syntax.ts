import { globSync, readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import { parseAst } from 'vite'
import { inRoot } from '../../scripts/build/paths.ts'

/** A node of the syntax tree, with the fields that the checks read (https://github.com/estree/estree). */
interface SyntaxNode {
  type: string
  operator?: string
  left?: SyntaxNode
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/** What the checks look for in the code that the Worker, browsers, operators and developers run. */
export interface SyntaxFacts {
  /** Each distinct regex as it is written: `/a+/g`. */
  regexes: Set<string>
  /** Files with `new RegExp`. */
  building: Set<string>
  /** Files that look up a computed name with `in`. */
  lookingUp: Set<string>
}

let facts: SyntaxFacts | undefined

/** Reads all files, once per process. */
export function syntaxFacts(): SyntaxFacts {
  facts ??= factsOf(mayMatter)
  return facts
}

/** Of the files whose text passes a test. */
export function factsOf(isParsed: (text: string) => boolean): SyntaxFacts {
  const found: SyntaxFacts = { regexes: new Set(), building: new Set(), lookingUp: new Set() }
  for (const { path, code } of scripts(isParsed)) {
    visit(parseAst(code), (node) => {
      if (node.regex) found.regexes.add(`/${node.regex.pattern}/${node.regex.flags}`)
      if (node.callee?.name === 'RegExp') found.building.add(path)
      if (node.type === 'BinaryExpression' && node.operator === 'in' && node.left?.type !== 'Literal')
        found.lookingUp.add(path)
    })
  }
  return found
}

/** The files to parse, as JavaScript. One call for all of them takes half the time of a call for each. */
function scripts(isParsed: (text: string) => boolean): { path: string; code: string }[] {
  const paths = globSync('{src,scripts,tools,api-client,examples}/**/*.{ts,tsx,mjs}', { cwd: inRoot() })
  const { outputFiles, metafile } = buildSync({
    entryPoints: paths.filter((path) => isParsed(readFileSync(inRoot(path), 'utf8'))),
    absWorkingDir: inRoot(),
    outdir: 'out',
    outbase: '.',
    write: false,
    metafile: true,
    target: 'esnext',
    logLevel: 'error',
  })
  const codes = new Map(outputFiles.map(({ path, text }) => [path, text]))
  return Object.entries(metafile.outputs).map(([made, { entryPoint = '' }]) => {
    return { path: entryPoint, code: codes.get(inRoot(made)) ?? '' }
  })
}

/**
 * Whether a text may contain a regex or `in`. Three quarters of the files do not, and parsing them takes two seconds. A
 * regex follows an operator, a bracket, a keyword or a comment; Biome puts spaces around `in`, outside of comment lines.
 */
const mayMatter = (text: string) => REGEX.test(text) || IN.test(text) || text.includes('RegExp(')

const REGEX =
  /(?:[()[{,;:=!&|?>]|\b(?:return|typeof|case|in|of|await|yield|void|delete|instanceof|new|do|else|throw)|\/\/.*\n|\*\/)\s*\/(?![/*]).*\//
const IN = /^(?!\s*(?:\/?\*|\/\/)).*(?:[^\w'"`]\w+|[)\]}`]) in\b|^\s*in\b/m

function visit(tree: unknown, look: (node: SyntaxNode) => void): void {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) look(tree as SyntaxNode)
  for (const part of Object.values(tree)) visit(part, look)
}
