import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSync } from 'esbuild'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { COST, isCost, isLong, LONG } from '#test/long.ts'
import { inRoot } from '../../../scripts/build/paths.ts'

/**
 * A node of the syntax tree, with the fields that the checks read
 * (https://github.com/estree/estree).
 */
interface SyntaxNode {
  type: string
  operator?: string
  left?: SyntaxNode
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/**
 * Each distinct regex as it is written (`/a+/g`), the files with `new RegExp`, and the files that
 * look up a computed name with `in`: in the code that the Worker, browsers, operators and
 * developers run, of the files whose text passes a test.
 */
function factsOf(isParsed: (text: string) => boolean) {
  const found = {
    regexes: new Set<string>(),
    building: new Set<string>(),
    lookingUp: new Set<string>(),
  }
  for (const { path, code } of scripts(isParsed)) {
    visit(parseAst(code), (node) => {
      if (node.regex) found.regexes.add(`/${node.regex.pattern}/${node.regex.flags}`)
      if (node.callee?.name === 'RegExp') found.building.add(path)
      if (
        node.type === 'BinaryExpression' &&
        node.operator === 'in' &&
        node.left?.type !== 'Literal'
      )
        found.lookingUp.add(path)
    })
  }
  return found
}

/**
 * The files to parse, as JavaScript. One call for all of them takes half the time of a call for
 * each.
 */
function scripts(isParsed: (text: string) => boolean): { path: string; code: string }[] {
  const paths = globSync('{src,scripts,tools,api-client,examples}/**/*.{ts,tsx,mjs}', {
    cwd: inRoot(),
  })
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
 * Whether a text may contain a regex or `in`. Three quarters of the files do not, and parsing them
 * takes two seconds. A regex follows an operator, a bracket, a keyword or a comment; Biome puts
 * spaces around `in`, outside of comment lines.
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

/**
 * The build of recheck for browsers: plain JavaScript, so no binary and no Java is needed on any
 * platform.
 */
const { checkSync } = createRequire(import.meta.url)(
  'recheck/lib/browser.js',
) as typeof import('recheck')

const OWN_CODE = 'reads the code of this repository (tools/checks/form)'

/** Regexes that are not linear, each with the reason why no input can make it slow. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String(/'[^']*'|"[^"]*"|--[^\n]*\n|\/\*[\s\S]*?\*\/|;\n(?=INSERT INTO ")|['"]|--|\/\*/g)]:
    'scripts/backup/d1-export.ts stops at the first token without an end',
  [String(/^\s+--.*/gm)]: 'reads the statements of this repository, for an expression of Miniflare',
  [String(/\/src\/.*\/hooks\.ts$/)]: 'esbuild runs it in Go, where every regex is linear',
  [String(
    /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm,
  )]: 'reads the migrations of this repository',
  [String(/^( *)(?:test|it)(?:\.\w+(?:\([^\n]*\))?)*\([\s\S]*?^\1\}\)$/gm)]: OWN_CODE,
  [String(/^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|\{\/\*)|\s\/\/ [^'"`]*$/)]: OWN_CODE,
  [String(/^\s*\/\*\*\s*\n/gm)]: OWN_CODE,
  [String(/^export (?:async )?function\*? [\s\S]*?\)(?=: |\s*\{\n)(?:: [^\n]*)?/gm)]: OWN_CODE,
}

/** Files that build a regex from parts, with an example of each regex. */
const BUILT: Readonly<Record<string, RegExp[]>> = {
  'src/features/accounts/profiles/usernames.ts': [/\p{Script=Latin}/u],
  'src/kernel/search/tokens.ts': [
    /(?<run>[\p{sc=Han}\p{sc=Thai}]+)|(?<symbol>\p{Extended_Pictographic})|(?<![\p{L}\p{N}])[a-zA-Z](?:\+\+|#)|[a-z0-9]+(?:['’][a-z0-9]+)*/uy,
  ],
  'src/kernel/text/diff.ts': [/[\p{sc=Han}]|(?:(?![\p{sc=Han}])[\p{L}\p{N}\p{M}_])+|\s+|[\s\S]/gu],
  'src/kernel/formulas/formulas.ts': [/<(span|div) data-tex="([^"<>]*)">[^<>]*<\/\1>/g],
  'src/client/editor/footnotes.ts': [/<sup data-note-html="([^"]*)">[^<]*<\/sup>/g],
  'src/kernel/html/footnotes.ts': [/<a [^<>]*>|<\/a>|<sup data-note="(\d+)">[^<>]*<\/sup>/g],
  'src/kernel/html/readable.ts': [
    /<p>(<a href="([^"<>]*)"(?: title="[^"<>]*")? data-embed="[a-z]+"[^<>]*>[^<>]*<\/a>)<\/p>/g,
    /<blockquote data-type="(note|tip|warning)">/g,
    /<li(?: data-type="taskItem")? data-checked="(true|false)">/g,
  ],
  'src/kernel/html/tokens.ts': [/<\/script(?=[\t\n\f />])/gi],
  'tools/bench/cost.ts': [/name: (\d+)/],
  'tools/prove/fuzz/requests.ts': [],
  'tools/schema/render.ts': [
    /^CREATE (UNIQUE |VIRTUAL )?TABLE name\b/,
    /^ALTER TABLE name ADD COLUMN ([\s\S]*);$/,
  ],
}

/** A regex without an unbounded repetition takes constant time at each position. */
function isBounded(regex: string): boolean {
  return !/[*+]|\{\d+,\}/.test(regex)
}

/** Null if the regex is linear, else its complexity and a text that shows it. */
function problemIn(regex: string): string | null {
  const end = regex.lastIndexOf('/')
  const [pattern, flags] = [regex.slice(1, end), regex.slice(end + 1)]
  // The automaton of a long pattern can be huge. Then search for a slow text instead.
  const exact = checkSync(pattern, flags, { ...STEPS, timeout: EXACT_WITHIN })
  const result =
    exact.status === 'unknown' ? checkSync(pattern, flags, { ...STEPS, checker: 'fuzz' }) : exact
  if (result.status === 'safe') return null
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}: ${result.attack.pattern}`
    : `not checked: ${JSON.stringify(result.error)}`
}

const EXACT_WITHIN = 20_000
/**
 * The search is limited by steps, not by time, so that its result does not depend on the machine.
 */
const STEPS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 1e7,
}

const facts = factsOf(mayMatter)
const regexes = [...new Set([...Object.values(BUILT).flat().map(String), ...facts.regexes])].sort()
const toCheck = regexes.filter((regex) => !isBounded(regex) && !Object.hasOwn(BOUNDED, regex))

test('every regex takes linear time, is bounded, or has a documented reason', async () => {
  // Checking all of them takes minutes. `npx vitest run test/node/regexes -u` writes the checked
  // ones to linear.txt.
  const checked = new Set(readFileSync(new URL('linear.txt', import.meta.url), 'utf8').split('\n'))
  const problems = toCheck
    .filter((regex) => !checked.has(regex))
    .map((regex) => [regex, problemIn(regex)])
  expect(problems.filter(([, problem]) => problem !== null)).toEqual([])
  await expect(`${toCheck.join('\n')}\n`).toMatchFileSnapshot('linear.txt')
  expect(Object.keys(BOUNDED).filter((regex) => !regexes.includes(regex))).toEqual([])
})

test('every file that builds a regex has an example', () => {
  expect([...facts.building].sort()).toEqual(Object.keys(BUILT).sort())
})

test('the check finds polynomial and exponential regexes', () => {
  expect(problemIn(String(/^\s*\|?[\s:]*-{2,}[-\s:|]*$/))).toContain('3rd degree polynomial')
  expect(problemIn(String(/^(?:a+)+$/))).toContain('exponential')
  expect(problemIn(String(/^a+$/))).toBeNull()
})

// Minutes: the short form trusts linear.txt. A regex in that file is checked again after an upgrade
// of recheck.
test.each(isCost ? toCheck : [])('the regex %s takes linear time', COST, (regex) => {
  expect(problemIn(regex)).toBeNull()
})

test.runIf(isLong)(
  'the files that the short form does not parse have no regex and no `in`',
  LONG,
  () => {
    expect(facts).toEqual(factsOf(() => true))
  },
)

test('no name is looked up with `in`, which also finds `constructor` (use: Map or Object.hasOwn)', () => {
  expect([...facts.lookingUp]).toEqual([])
})
