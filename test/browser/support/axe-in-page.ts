import type axeCore from 'axe-core'
import type { Findings } from './axe.ts'

declare const axe: typeof axeCore & {
  commons: { color: AxeColors }
  _audit: { rules: Rule[]; checks: Record<string, Check> }
}

declare global {
  interface Window {
    /** Texts whose background axe and `possibleBackgrounds` agree about, with the contrast that they need. */
    plainTexts?: WeakMap<Element, number>
  }
}

interface Rule {
  id: string
  matches(element: Element, ...others: unknown[]): boolean
}

interface Check {
  evaluate(this: CheckContext, element: Element, ...others: unknown[]): boolean | undefined
}

interface CheckContext {
  data(found: { contrastRatio?: number; expectedContrastRatio?: string }): void
}

interface Colour {
  red: number
  green: number
  blue: number
  alpha: number
}

interface AxeColors {
  Color: new () => Colour & { parseString(css: string): Colour }
  getContrast(background: Colour, text: Colour): number
}

interface Undecided {
  messageKey: string
  expectedContrastRatio: string
}

// All of this runs in the page, so it cannot use imports.

interface Given {
  rules?: string[]
  exclude?: string[]
  contrast?: string[]
}

export async function findViolations(
  decided: [string, string][],
  { rules, exclude = [], contrast }: Given,
): Promise<Findings> {
  const mustDecide = ['color-contrast', 'label-content-name-mismatch']
  settle()
  const once = contrast && checkContrastOnce(new Set(contrast))
  const { violations, incomplete } = await axe.run(
    { include: [['html']], exclude: exclude.map((selector) => [selector]) },
    {
      resultTypes: ['violations', 'incomplete'],
      ...(rules && { runOnly: [...rules] }),
      rules: { 'label-content-name-mismatch': { enabled: true } },
      elementRef: true,
      // Restores the HTML, because the report shows it.
      selectors: false,
      preload: false,
    },
  )
  // An element may have appeared meanwhile.
  settle()
  const found = violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? ''])
  const open = incomplete.filter(({ id }) => mustDecide.includes(id))
  for (const { id, nodes } of open)
    for (const { element, any, html } of nodes) {
      const isDecided = decided.some(([rule, selector]) => rule === id && element?.matches(selector))
      if (isDecided || (element && isReadable(element, any[0]?.data))) continue
      found.push([`${id} is left open`, String(any[0]?.data?.messageKey ?? ''), html])
    }
  return { violations: found, contrast: once?.() ?? [] }
}

/** Finishes animations: an animation out of view may never end by itself. */
export function settle(): void {
  const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  for (const animation of passing) animation.finish()
}

/**
 * Contrast is half of the cost of axe. Texts with the same tags, classes, colours and font on the same backgrounds have
 * the same contrast, so axe gets the first of them. Returns a function that ends this and returns the keys of the texts.
 */
export function checkContrastOnce(known: Set<string>): () => string[] {
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const check = axe._audit.checks['color-contrast']
  if (!rule || !check) throw new Error('axe has no rule color-contrast')
  const { matches } = rule
  const { evaluate } = check
  const keyOf = keysOfTexts()
  const added: string[] = []
  rule.matches = (element, ...others) => {
    const key = keyOf(element)
    if (key === null || known.has(key) || !matches.call(rule, element, ...others)) return false
    known.add(key)
    added.push(key)
    return true
  }
  window.plainTexts ??= new WeakMap()
  const plain = window.plainTexts
  check.evaluate = function (element, ...others) {
    const data: CheckContext['data'] = (found) => {
      const [ground, ...more] = possibleBackgrounds(element)
      const contrast = ground && more.length === 0 ? contrastOf(colourOf(element), ground) : 0
      const isSame = Math.abs(contrast - (found.contrastRatio ?? -1)) < 0.02
      if (isSame) plain.set(element, Number.parseFloat(found.expectedContrastRatio ?? '21'))
      this.data(found)
    }
    return evaluate.call(Object.create(this, { data: { value: data } }), element, ...others)
  }
  return () => {
    rule.matches = matches
    check.evaluate = evaluate
    return added
  }
}

/**
 * After a change of the theme or the width: the keys of the texts that are readable, and the rules for which axe must
 * run again. Axe needs a quarter of a second for what this does in a few milliseconds.
 */
export function checkSecondLook(known: string[], exclude: string[]): { contrast: string[]; rules: string[] } {
  settle()
  const [keys, keyOf, added] = [new Set(known), keysOfTexts(), [] as string[]]
  const rules = new Set<string>()
  const elements = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isIn(element, exclude),
  )
  for (const element of elements) {
    const { overflowX, overflowY, textDecorationLine } = getComputedStyle(element)
    const isWider = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    if (isWider && /auto|scroll/.test(overflowX + overflowY)) rules.add('scrollable-region-focusable')
    const key = keyOf(element)
    if (key === null) continue
    // A link that only its colour distinguishes from the text around it.
    const isInText = element.matches('a[href]') && element.parentElement && keyOf(element.parentElement) !== null
    if (isInText && !textDecorationLine.includes('underline')) rules.add('link-in-text-block')
    const { width, height, bottom, right } = element.getBoundingClientRect()
    // A text of one pixel is for screen readers, and the skip link is outside the page until it has the focus.
    const isShown = Math.min(width, height) > 1 && Math.min(bottom, right) > 0
    // Disabled controls need no contrast.
    if (keys.has(key) || !isShown || isIn(element, [':disabled', '[aria-disabled=true]'])) continue
    const [ground, ...more] = possibleBackgrounds(element)
    const isPlain = ground && more.length === 0
    const needed = window.plainTexts?.get(element) ?? Infinity
    if (isPlain && contrastOf(colourOf(element), ground) >= needed) {
      keys.add(key)
      added.push(key)
    } else rules.add('color-contrast')
  }
  return { contrast: added, rules: [...rules] }
}

export function isIn(element: Element, selectors: string[]): boolean {
  return selectors.length > 0 && element.closest(selectors.join()) !== null
}

/** A function for the key of an element with text; null without text. Texts with one key have the same contrast. */
export function keysOfTexts(): (element: Element) => string | null {
  const grounds = new Map<Element, string>()
  const groundOf = (element: Element | null): string => {
    if (!element) return ''
    const before = grounds.get(element)
    if (before) return before
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const { localName } = element
    const own = [localName, element.getAttribute('class'), backgroundColor, backgroundImage, opacity, filter, position]
    const ground = shortHash(`${groundOf(element.parentElement)} ${own}`)
    grounds.set(element, ground)
    return ground
  }
  return (element) => {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    if (!hasText && !element.matches('input, select, textarea')) return null
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    return shortHash(`${groundOf(element)} ${[color, fontSize, fontWeight, textShadow]}`)
  }
}

/** 64 bits (two FNV-1a hashes), so that different texts do not get the same key. */
export function shortHash(text: string): string {
  let [one, two] = [0x811c9dc5, 0xc9dc5811]
  for (let n = 0; n < text.length; n++) {
    one = Math.imul(one ^ text.charCodeAt(n), 0x01000193)
    two = Math.imul(two ^ text.charCodeAt(n), 0x01000197)
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36)
}

export function colourOf(element: Element): Colour {
  return new axe.commons.color.Color().parseString(getComputedStyle(element).color)
}

/**
 * Whether a text has enough contrast on every colour that may be behind it. axe does not handle gradients, elements
 * scrolled out of a box, or elements covered by an open menu. This check uses the backgrounds of all ancestors, but not
 * of elements that the text only overlaps.
 */
export function isReadable(element: Element, undecided?: Undecided): boolean {
  const reckoned = ['bgGradient', 'bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'shortTextContent']
  if (!undecided || !reckoned.includes(undecided.messageKey)) return false
  const backgrounds = possibleBackgrounds(element)
  const needed = Number.parseFloat(undecided.expectedContrastRatio)
  const text = colourOf(element)
  return backgrounds.length > 0 && backgrounds.every((background) => contrastOf(text, background) >= needed)
}

/** Null if unknown: behind an image or a transparent element. */
export function possibleBackgrounds(element: Element | null): Colour[] {
  if (!element) return [new axe.commons.color.Color().parseString('rgb(255, 255, 255)')]
  const { backgroundColor, backgroundImage, backgroundSize, opacity } = getComputedStyle(element)
  if (backgroundImage.includes('url(') || opacity !== '1') return []
  const parse = (css: string) => new axe.commons.color.Color().parseString(css)
  const plain = parse(backgroundColor)
  const below =
    plain.alpha === 1
      ? [plain]
      : possibleBackgrounds(element.parentElement).map((one) => blend(plain, one, plain.alpha))
  const stops = (backgroundImage.match(/[a-z]+\([^()]*\)/g) ?? []).map(parse)
  const STEPS = 8
  const between = stops
    .slice(1)
    .flatMap((stop, nth) => Array.from({ length: STEPS }, (_, step) => blend(stop, stops[nth] ?? stop, step / STEPS)))
  const painted = [...stops, ...between].flatMap((colour) => below.map((one) => blend(colour, one, colour.alpha)))
  const isCovered = stops.length > 0 && backgroundSize === 'auto'
  return isCovered ? painted : [...below, ...painted]
}

export function contrastOf(text: Colour, background: Colour): number {
  return axe.commons.color.getContrast(background, blend(text, background, text.alpha))
}

export function blend(over: Colour, under: Colour, share: number): Colour {
  const mixed = new axe.commons.color.Color()
  for (const part of ['red', 'green', 'blue'] as const) mixed[part] = over[part] * share + under[part] * (1 - share)
  return mixed
}
