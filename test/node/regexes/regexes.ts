import { createRequire } from 'node:module'
import { syntaxFacts } from '../syntax.ts'

/** The build of recheck for browsers: plain JavaScript, so no binary and no Java is needed on any platform. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck')

/** Regexes that are not linear, each with the reason why no input can make it slow. */
export const BOUNDED: Readonly<Record<string, string>> = {
  [String(/'[^']*'|"[^"]*"|--[^\n]*\n|\/\*[\s\S]*?\*\/|;\n(?=INSERT INTO ")|['"]|--|\/\*/g)]:
    'scripts/backup/d1-export.ts stops at the first token without an end',
  [String(/\/src\/.*\/hooks\.ts$/)]: 'esbuild runs it in Go, where every regex is linear',
  [String(
    /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm,
  )]: 'reads the migrations of this repository',
}

/** Files that build a regex from parts, with an example of each regex. */
export const BUILT: Readonly<Record<string, RegExp[]>> = {
  'src/features/accounts/profiles/usernames.ts': [/\p{Script=Latin}/u],
  'src/features/publishing/search/fts/tokens.ts': [
    /(?<run>[\p{sc=Han}\p{sc=Thai}]+)|(?<symbol>\p{Extended_Pictographic})|(?<![\p{L}\p{N}])[a-zA-Z](?:\+\+|#)|[a-z0-9]+(?:['’][a-z0-9]+)*/uy,
  ],
  'src/kernel/bots.ts': [/bot|crawl|spider|http:\/\//i],
  'src/kernel/diff.ts': [/[\p{sc=Han}]|(?:(?![\p{sc=Han}])[\p{L}\p{N}\p{M}_])+|\s+|[\s\S]/gu],
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
  'tools/schema/render.ts': [/^CREATE (UNIQUE |VIRTUAL )?TABLE name\b/, /^ALTER TABLE name ADD COLUMN ([\s\S]*);$/],
}

export interface Found {
  /** Each distinct regex as it is written: `/a+/g`. */
  regexes: string[]
  /** Files with `new RegExp`. */
  building: string[]
}

/** All regexes of the code: what the Worker, browsers, operators and developers run. */
export function findRegexes(): Found {
  const { regexes: written, building } = syntaxFacts()
  const regexes = new Set([...Object.values(BUILT).flat().map(String), ...written])
  return { regexes: [...regexes].sort(), building: [...building].sort() }
}

/** A regex without an unbounded repetition takes constant time at each position. */
export function isBounded(regex: string): boolean {
  return !/[*+]|\{\d+,\}/.test(regex)
}

/** Null if the regex is linear, else its complexity and a text that shows it. */
export function problemIn(regex: string): string | null {
  const end = regex.lastIndexOf('/')
  const [pattern, flags] = [regex.slice(1, end), regex.slice(end + 1)]
  // The automaton of a long pattern can be huge. Then search for a slow text instead.
  const exact = checkSync(pattern, flags, { ...STEPS, timeout: EXACT_WITHIN })
  const result = exact.status === 'unknown' ? checkSync(pattern, flags, { ...STEPS, checker: 'fuzz' }) : exact
  if (result.status === 'safe') return null
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}: ${result.attack.pattern}`
    : `not checked: ${JSON.stringify(result.error)}`
}

const EXACT_WITHIN = 20_000
/** The search is limited by steps, not by time, so that its result does not depend on the machine. */
const STEPS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, attackLimit: 1e7 }
