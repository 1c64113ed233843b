import { embedOf } from '#kernel/embeds.ts'
import { tidyTex } from '#kernel/formulas/formulas.ts'
import { ALIASES, type ElementRule, type Kind, ruleOf } from '#kernel/html/allow-list.ts'
import { EMBED, TEX } from '#kernel/html/hooks.ts'
import {
  newElement,
  type OpenElement,
  OpenElements,
  WHOLE_OF_PART,
} from '#kernel/html/open-elements.ts'
import type { HtmlElement, HtmlNode } from '#kernel/html/serialise.ts'
import type { Token } from '#kernel/html/tokens.ts'

/**
 * Builds a tree of allowed elements that browsers parse back to the same tree: lines contain no
 * blocks, items are in lists, cells are in rows, and every element is closed.
 */
export function treeOf(tokens: Iterable<Token>, sourceLength: number): HtmlNode[] {
  const open = new OpenElements(sourceLength)
  let afterPre = false
  let formula: { name: string; tex: string; text: string } | null = null
  for (const token of tokens) {
    if (formula !== null) {
      if (token.type === 'text') {
        formula.text += token.text
        continue
      }
      addFormula(open, formula.name, formula.tex || formula.text)
      const isItsEnd = token.type === 'end' && token.name === formula.name
      formula = null
      if (isItsEnd) continue
    }
    if (token.type === 'start' && token.attributes.has(TEX) && /^(?:span|div)$/.test(token.name)) {
      formula = { name: token.name, tex: token.attributes.get(TEX)?.trim() ?? '', text: '' }
      continue
    }
    if (token.type === 'text') {
      addText(open, afterPre ? token.text.replace(/^\n/, '') : token.text)
      afterPre = false
      continue
    }
    const name = ALIASES.get(token.name) ?? token.name
    const rule = ruleOf(name)
    if (rule !== undefined && token.type === 'start') start(open, name, rule, token.attributes)
    if (rule !== undefined && token.type === 'end') end(open, name, rule)
    afterPre = token.type === 'start' && name === 'pre'
  }
  if (formula !== null) addFormula(open, formula.name, formula.tex || formula.text)
  return open.root.children
}

/**
 * Adds a formula with its source as its text. In code the formula is only text; in a heading or a
 * caption it is part of the line.
 */
function addFormula(open: OpenElements, name: string, source: string): void {
  const line = open.block()
  const isText = line?.kind === 'text'
  const isBlock = name === 'div' && (!isText || line.element.name === 'p')
  const tex = tidyTex(source, isBlock)
  if (tex === '') return
  if (line?.element.name === 'pre' || open.formatting.has('code')) {
    addText(open, tex)
    return
  }
  const element: HtmlElement = {
    name: isBlock ? 'div' : 'span',
    attributes: [[TEX, tex]],
    children: [tex],
  }
  if (isBlock) {
    startBlock(open, element, 'rule')
    return
  }
  intoFlow(open)
  open.addInline(element)
}

function addText(open: OpenElements, text: string): void {
  const block = open.block()
  if (/^[\t\n\f ]*$/.test(text) && block?.element.name !== 'pre') {
    // White space needs no formatting elements. Between items and cells it is dropped.
    if (text !== '' && !isStructure(block?.kind)) open.add(text)
    return
  }
  intoFlow(open)
  if (text !== '') open.addInline(text)
}

function start(
  open: OpenElements,
  name: string,
  rule: ElementRule,
  given: ReadonlyMap<string, string>,
): void {
  const attributes = allowedAttributes(rule, given)
  const element: HtmlElement = { name, attributes, children: [] }
  const division: HtmlElement = { name: 'div', attributes: [], children: [] }
  const isComplete =
    rule.required === null || attributes.some(([attribute]) => attribute === rule.required)
  switch (rule.kind) {
    case 'inline':
      // Links do not nest: a link ends the previous link, even if its own target is not allowed.
      if (name === 'a') endFormat(open, name)
      if (isComplete) open.formatting.start(element)
      return
    case 'leaf':
      if (!isComplete) return
      intoFlow(open)
      open.addInline(element)
      return
    case 'item':
      startItem(open, element)
      return
    case 'section':
    case 'row':
    case 'cell':
      if (open.indexOf('table') !== -1) startTablePart(open, element, rule.kind)
      else if (rule.kind === 'cell') startBlock(open, division, 'flow')
      return
    case 'text':
      if (!fits(open, name)) startBlock(open, division, 'flow')
      else if (name === 'caption') open.push(element, 'text')
      else startBlock(open, element, 'text')
      return
    default:
      startBlock(open, element, rule.kind)
  }
}

function end(open: OpenElements, name: string, { kind }: ElementRule): void {
  if (kind === 'inline') endFormat(open, name)
  else if (kind === 'text' && (open.block()?.kind === 'text' || !WHOLE_OF_PART.has(name)))
    endLine(open, name)
  else if (kind === 'text' || (kind === 'cell' && open.indexOf('table') === -1))
    endBlock(open, 'div', 'flow')
  else if (kind !== 'leaf' && kind !== 'rule') endBlock(open, name, kind)
}

function endFormat(open: OpenElements, name: string): void {
  // An empty `code` stays: it may be a code block whose language is already chosen.
  const levels = name === 'code' ? open.formatting.levelsToUnused(name) : 0
  if (levels > 0) {
    intoFlow(open)
    open.resumeFormatting(levels)
  }
  const stillOpen = open.formatting.end(name)
  if (stillOpen !== null) open.closeInlines(stillOpen)
}

/**
 * Whether the part may stand here: a caption must be first in its table, and summaries and figure
 * captions occur once. Elsewhere they become plain blocks.
 */
function fits(open: OpenElements, name: string): boolean {
  const whole = WHOLE_OF_PART.get(name)
  if (whole === undefined) return true
  open.closeInlines()
  if (open.block()?.kind === 'text') open.popTo(open.stack.length - 1)
  const parent = open.block()
  return parent?.element.name === whole && !parent.hasPart
}

function allowedAttributes(
  rule: ElementRule,
  given: ReadonlyMap<string, string>,
): [string, string][] {
  const allowed: [string, string][] = []
  for (const [name, clean] of rule.attributes) {
    const value = given.get(name)
    const cleaned = (value === undefined ? null : clean(value)) ?? rule.forced.get(name)
    if (cleaned !== undefined) allowed.push([name, cleaned])
  }
  // Only a link that `embedOf` accepts is a card. The value is the name of its service.
  const mark = allowed.find(([name]) => name === EMBED.provider)
  if (mark !== undefined) {
    const embed = embedOf(given.get('href') ?? '')
    if (embed === null) allowed.splice(allowed.indexOf(mark), 1)
    else mark[1] = embed.provider
  }
  for (const [name, value] of rule.forced)
    if (!rule.attributes.has(name)) allowed.push([name, value])
  return allowed
}

/**
 * Opens a block, which ends the line before it. Inside a heading or a caption the block becomes
 * inline content.
 */
function startBlock(open: OpenElements, element: HtmlElement, kind: Kind): void {
  open.closeInlines()
  const line = open.block()
  if (line?.kind === 'text') {
    if (line.element.name !== 'p' && (element.name === 'p' || element.name === 'div')) {
      line.unwrapped += 1
      line.gap = true
      return
    }
    open.popTo(open.stack.length - 1)
  }
  // A table between the rows of another table ends that table, as in browsers.
  if (kind === 'table' && isTableStructure(open.block()?.kind)) open.popTo(open.indexOf('table'))
  intoFlow(open)
  if (kind === 'rule') open.add(element)
  else open.push(element, kind)
}

function endLine(open: OpenElements, name: string): void {
  const line = open.block()
  if (line?.kind !== 'text') return
  const isOpen =
    line.element.name === name || (HEADING.test(line.element.name) && HEADING.test(name))
  if (isOpen) open.popTo(open.stack.indexOf(line))
  else if (name === 'p') endUnwrapped(line)
}

function endBlock(open: OpenElements, name: string, kind: Kind): void {
  const line = open.block()
  if (name === 'div' && line !== undefined && endUnwrapped(line)) return
  if (open.wasTooDeep(name)) return
  const borders = BORDERS[kind] ?? []
  const found = open.stack.findLastIndex(
    (other) => other.element.name === name || borders.includes(other.kind),
  )
  if (open.stack[found]?.element.name === name) open.popTo(found)
}

const HEADING = /^h[1-6]$/

/** For each kind of element, the kinds of elements around it that its end tag does not cross. */
const BORDERS: Partial<Record<Kind, readonly Kind[]>> = {
  flow: ['cell', 'table'],
  list: ['cell', 'table'],
  item: ['cell', 'table', 'list'],
  section: ['table'],
  row: ['table'],
  cell: ['table'],
}

function endUnwrapped(line: OpenElement): boolean {
  if (line.unwrapped === 0) return false
  line.unwrapped -= 1
  line.gap = true
  return true
}

/** Whether an element of this kind contains rows or cells, but no text. */
function isTableStructure(kind: Kind | undefined): boolean {
  return kind === 'table' || kind === 'section' || kind === 'row'
}

/** Whether an element of this kind contains only its own parts. */
function isStructure(kind: Kind | undefined): boolean {
  return kind === 'list' || isTableStructure(kind)
}

/** Opens an item or a cell for text that is between items or cells. */
function intoFlow(open: OpenElements): void {
  const block = open.block()
  if (block === undefined || !isStructure(block.kind)) return
  if (block.kind !== 'list') {
    startTablePart(open, newElement('td'), 'cell')
    return
  }
  if (block.implied) {
    open.popTo(open.stack.indexOf(block))
    intoFlow(open)
    return
  }
  const last = block.element.children.at(-1)
  // A list between two items belongs to the previous item: word processors write it this way.
  if (last !== undefined && typeof last !== 'string') open.reopen(last, 'item')
  else open.push(newElement('li'), 'item')
}

/** Opens an item of a list. The end tag of the previous item and the list itself may be missing. */
function startItem(open: OpenElements, item: HtmlElement): void {
  open.closeInlines()
  const list = open.stack.findLastIndex(
    ({ element, kind }) => kind !== 'text' && kind !== 'item' && element.name !== 'div',
  )
  if (open.stack[list]?.kind === 'list') {
    open.popTo(list + 1)
  } else {
    if (open.block()?.kind === 'text') open.popTo(open.stack.length - 1)
    intoFlow(open)
    if (!open.push(newElement('ul'), 'list', true)) return
  }
  open.push(item, 'item')
}

/** Opens a part of the innermost table. The section and the row of a cell may be missing. */
function startTablePart(
  open: OpenElements,
  part: HtmlElement,
  kind: 'section' | 'row' | 'cell',
): void {
  const table = open.indexOf('table')
  const hasSection = open.stack[table + 1]?.kind === 'section'
  const hasRow = open.stack[table + 2]?.kind === 'row'
  // The elements that stay open: the table, its section and its row.
  let kept = 1
  if (kind !== 'section' && hasSection) kept = kind === 'cell' && hasRow ? 3 : 2
  open.popTo(table + kept)
  if (kind !== 'section' && !hasSection) open.push(newElement('tbody'), 'section')
  if (kind === 'cell' && !hasRow) open.push(newElement('tr'), 'row')
  open.push(part, kind)
}
