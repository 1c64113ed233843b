import type axeCore from 'axe-core'
import type { Findings } from './axe.ts'

declare const axe: typeof axeCore & { commons: { color: AxeColors }; _audit: { rules: Rule[] } }

interface Rule {
  id: string
  matches(element: Element, ...others: unknown[]): boolean
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

/**
 * Contrast is half of the cost of axe. Texts with the same tags, classes, colours and font on the same backgrounds have
 * the same contrast, so axe gets the first of them. Returns a function that ends this and returns the keys of the texts.
 */
export function checkContrastOnce(known: Set<string>): () => string[] {
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  if (!rule) throw new Error('axe has no rule color-contrast')
  const { matches } = rule
  const added: string[] = []
  const grounds = new Map<Element, string>()
  const groundOf = (element: Element | null): string => {
    if (!element) return ''
    const before = grounds.get(element)
    if (before) return before
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const own = [
      element.localName,
      element.getAttribute('class'),
      backgroundColor,
      backgroundImage,
      opacity,
      filter,
      position,
    ]
    const ground = shortHash(`${groundOf(element.parentElement)} ${own}`)
    grounds.set(element, ground)
    return ground
  }
  rule.matches = (element, ...others) => {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    if (!hasText && !element.matches('input, select, textarea')) return false
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const key = shortHash(`${groundOf(element)} ${[color, fontSize, fontWeight, textShadow]}`)
    if (known.has(key) || !matches.call(rule, element, ...others)) return false
    known.add(key)
    added.push(key)
    return true
  }
  return () => {
    rule.matches = matches
    return added
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

/** Finishes animations: an animation out of view may never end by itself. */
export function settle(): void {
  const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  for (const animation of passing) animation.finish()
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
  const text = new axe.commons.color.Color().parseString(getComputedStyle(element).color)
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
