import type axeCore from 'axe-core'
import type { Scope } from './axe.ts'

declare const axe: typeof axeCore & { commons: { color: AxeColors } }

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

export async function runAxe(
  decided: [string, string][],
  { rules, exclude = [], trustsAncestors }: Scope,
): Promise<string[][]> {
  const mustDecide = ['color-contrast', 'label-content-name-mismatch']
  settle()
  if (trustsAncestors) skipReadableTexts()
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
  return found
}

/** Excludes readable texts from the contrast rule, which searches all elements at the position of a text: two thirds of the work. */
export function skipReadableTexts(): void {
  const known = new Map<Element, Colour[]>()
  const texts = [...document.querySelectorAll('body *')].map((element) => {
    const { fontSize, fontWeight } = getComputedStyle(element)
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
    return { element, isReadable: hasContrast(element, isLarge ? 3 : 4.5, known) }
  })
  // After all styles are read: each change makes the browser compute styles again.
  for (const { element, isReadable } of texts) element.toggleAttribute('data-readable', isReadable)
  axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-readable])' }] })
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
  return hasContrast(element, Number.parseFloat(undecided.expectedContrastRatio))
}

export function hasContrast(element: Element, needed: number, known = new Map<Element, Colour[]>()): boolean {
  const backgrounds = possibleBackgrounds(element, known)
  const text = new axe.commons.color.Color().parseString(getComputedStyle(element).color)
  return backgrounds.length > 0 && backgrounds.every((background) => contrastOf(text, background) >= needed)
}

/** Empty if unknown: behind an image or a transparent element. */
export function possibleBackgrounds(element: Element | null, known: Map<Element, Colour[]>): Colour[] {
  if (!element) return [new axe.commons.color.Color().parseString('rgb(255, 255, 255)')]
  const found = known.get(element) ?? newBackgrounds(element, known)
  known.set(element, found)
  return found
}

export function newBackgrounds(element: Element, known: Map<Element, Colour[]>): Colour[] {
  const { backgroundColor, backgroundImage, backgroundSize, opacity } = getComputedStyle(element)
  if (backgroundImage.includes('url(') || opacity !== '1') return []
  const parse = (css: string) => new axe.commons.color.Color().parseString(css)
  const plain = parse(backgroundColor)
  const below =
    plain.alpha === 1
      ? [plain]
      : possibleBackgrounds(element.parentElement, known).map((one) => blend(plain, one, plain.alpha))
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
