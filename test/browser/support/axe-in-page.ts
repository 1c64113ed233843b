import type axeCore from 'axe-core'
import type { Scope } from './axe.ts'

declare const axe: typeof axeCore & { commons: { color: AxeColors }; utils: AxeUtilities }

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

interface AxeUtilities {
  /** Undefined if an element does not scroll by more than these pixels. */
  getScroll(element: Element, pixels: number): object | undefined
}

/** Computed once per page: most elements share their colours and ancestors. */
interface Known {
  backgrounds: Map<Element, Colour[]>
  colours: Map<string, Colour>
}

interface Undecided {
  messageKey: string
  expectedContrastRatio: string
}

// All of this runs in the page, so it cannot use imports.

export async function runAxe(
  decided: [string, string][],
  { exclude = [], marksSubjects }: Scope,
): Promise<string[][]> {
  const mustDecide = ['color-contrast', 'label-content-name-mismatch']
  settle()
  hideTableShadows()
  if (marksSubjects) markSubjects()
  const { violations, incomplete } = await axe.run(
    { include: [['html']], exclude: exclude.map((selector) => [selector]) },
    {
      resultTypes: ['violations', 'incomplete'],
      rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
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
      const isDecided = decided.some(
        ([rule, selector]) => rule === id && element?.matches(selector),
      )
      if (isDecided || (element && isReadable(element, any[0]?.data))) continue
      found.push([`${id} is left open`, String(any[0]?.data?.messageKey ?? ''), html])
    }
  return found
}

/**
 * Limits the rules about colours and sizes to texts without enough contrast to the backgrounds of
 * their ancestors, links in texts that are not underlined, and regions that scroll. Without this,
 * axe searches all elements at the position of each text: most of its work.
 */
export function markSubjects(): void {
  const known = { backgrounds: new Map(), colours: new Map() }
  const subjects = [...document.querySelectorAll('body *')].map((element) => {
    const text = isUnreadableText(element, known) ? 'color-contrast' : ''
    const link = isLinkByColour(element) ? 'link-in-text-block' : ''
    const region = axe.utils.getScroll(element, 13) ? 'scrollable-region-focusable' : ''
    return { element, rules: `${text} ${link} ${region}`.trim() }
  })
  // After all styles are read: each change makes the browser compute styles again.
  for (const { element, rules } of subjects) {
    if (rules) element.setAttribute('data-rules', rules)
    else element.removeAttribute('data-rules')
  }
  const limited = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']
  axe.configure({ rules: limited.map((id) => ({ id, selector: `[data-rules~=${id}]` })) })
}

export function isUnreadableText(element: Element, known: Known): boolean {
  const hasText = element.matches('input, select, textarea') || hasOwnText(element)
  if (!hasText || !element.checkVisibility()) return false
  const { fontSize, fontWeight } = getComputedStyle(element)
  const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
  return !hasContrast(element, isLarge ? 3 : 4.5, known)
}

export function hasOwnText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** A link inside a text that is not underlined. */
export function isLinkByColour(element: Element): boolean {
  if (!element.matches('a[href]')) return false
  const { display, textDecorationLine } = getComputedStyle(element)
  return (
    display === 'inline' && textDecorationLine !== 'underline' && isInText(element.parentElement)
  )
}

export function isInText(element: Element | null): boolean {
  if (!element) return false
  return (
    hasOwnText(element) ||
    (getComputedStyle(element).display === 'inline' && isInText(element.parentElement))
  )
}

/**
 * The shadows at the edges of wide tables are translucent gradients, which neither axe nor
 * `hasContrast` can compute.
 */
export function hideTableShadows(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.table-scroll, .table-box'))
    box.style.backgroundImage = 'none'
}

/** Finishes animations: an animation out of view may never end by itself. */
export function settle(): void {
  const passing = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  for (const animation of passing) animation.finish()
}

/**
 * Whether a text has enough contrast on every colour that may be behind it. axe does not handle
 * gradients, elements scrolled out of a box, or elements covered by an open menu. This check uses
 * the backgrounds of all ancestors, but not of elements that the text only overlaps.
 */
export function isReadable(element: Element, undecided?: Undecided): boolean {
  const reckoned = [
    'bgGradient',
    'bgOverlap',
    'elmPartiallyObscured',
    'elmPartiallyObscuring',
    'shortTextContent',
  ]
  if (!undecided || !reckoned.includes(undecided.messageKey)) return false
  return hasContrast(element, Number.parseFloat(undecided.expectedContrastRatio))
}

export function hasContrast(
  element: Element,
  needed: number,
  known: Known = { backgrounds: new Map(), colours: new Map() },
): boolean {
  const backgrounds = possibleBackgrounds(element, known)
  const text = parseColour(getComputedStyle(element).color, known)
  return (
    backgrounds.length > 0 &&
    backgrounds.every((background) => contrastOf(text, background) >= needed)
  )
}

export function parseColour(css: string, { colours }: Known): Colour {
  const found = colours.get(css) ?? new axe.commons.color.Color().parseString(css)
  colours.set(css, found)
  return found
}

/** Empty if unknown: behind an image or a transparent element. */
export function possibleBackgrounds(element: Element | null, known: Known): Colour[] {
  if (!element) return [parseColour('rgb(255, 255, 255)', known)]
  const found = known.backgrounds.get(element) ?? newBackgrounds(element, known)
  known.backgrounds.set(element, found)
  return found
}

export function newBackgrounds(element: Element, known: Known): Colour[] {
  const { backgroundColor, backgroundImage, backgroundSize, opacity } = getComputedStyle(element)
  if (backgroundImage.includes('url(') || opacity !== '1') return []
  const plain = parseColour(backgroundColor, known)
  const below =
    plain.alpha === 1
      ? [plain]
      : possibleBackgrounds(element.parentElement, known).map((one) =>
          blend(plain, one, plain.alpha),
        )
  const stops = (backgroundImage.match(/[a-z]+\([^()]*\)/g) ?? []).map((stop) =>
    parseColour(stop, known),
  )
  const STEPS = 8
  const between = stops
    .slice(1)
    .flatMap((stop, nth) =>
      Array.from({ length: STEPS }, (_, step) => blend(stop, stops[nth] ?? stop, step / STEPS)),
    )
  const painted = [...stops, ...between].flatMap((colour) =>
    below.map((one) => blend(colour, one, colour.alpha)),
  )
  const isCovered = stops.length > 0 && backgroundSize === 'auto'
  return isCovered ? painted : [...below, ...painted]
}

export function contrastOf(text: Colour, background: Colour): number {
  return axe.commons.color.getContrast(background, blend(text, background, text.alpha))
}

export function blend(over: Colour, under: Colour, share: number): Colour {
  const mixed = new axe.commons.color.Color()
  for (const part of ['red', 'green', 'blue'] as const)
    mixed[part] = over[part] * share + under[part] * (1 - share)
  return mixed
}
