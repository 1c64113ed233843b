import { attribute, type ForeignElement, isElement } from '#import/html/foreign-tree.ts'

/** The address of the image that readers see, also if a script loads it later. Null if the element names none. */
export function imageSource(image: ForeignElement, picture?: ForeignElement): string | null {
  for (const name of LAZY) {
    const source = attribute(image, name)
    if (isAddress(source) && !isPlaceholder(source)) return source
  }
  const source = attribute(image, 'src')
  if (isAddress(source) && !isPlaceholder(source)) return source
  const sets = [image, ...(picture?.children.filter(isElement) ?? [])].flatMap((element) =>
    ['data-srcset', 'data-lazy-srcset', 'srcset'].map((name) => largestOf(attribute(element, name))),
  )
  // Without an alternative, a file with such a name may be the image.
  return sets.find((candidate) => candidate !== null) ?? (isAddress(source) && !/^data:/i.test(source) ? source : null)
}

/** An image of one pixel counts visitors. */
export function isCounter(image: ForeignElement): boolean {
  return ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attribute(image, name)))
}

const LAZY = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-actualsrc',
  'data-full-url',
  'data-echo',
  'data-hi-res-src',
  'data-original-src',
]

function isAddress(source: string): boolean {
  return (
    source !== '' && source !== '#' && !/^(?:about|javascript|blob|file|cid):/i.test(source) && !source.startsWith('{')
  )
}

/** Scripts replace such an image: an inline drawing, or a file with a usual name. */
function isPlaceholder(source: string): boolean {
  if (/^data:/i.test(source)) return source.length < 1_000 || /^data:image\/svg/i.test(source)
  return /(?:^|[/_.-])(?:placeholder|blank|spacer|lazy|lazyload|loading|transparent|pixel|1x1|grey|gray)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i.test(
    source,
  )
}

function largestOf(set: string): string | null {
  let largest: { source: string; size: number } | null = null
  // A comma separates candidates only before white space: addresses contain commas too.
  for (const candidate of set.split(/,\s/)) {
    const [source = '', descriptor = ''] = candidate.trim().split(/\s+/)
    const size = Number.parseFloat(descriptor) || 1
    const isUsable = isAddress(source) && !isPlaceholder(source)
    if (isUsable && (largest === null || size > largest.size)) largest = { source: source.replace(/,$/, ''), size }
  }
  return largest?.source ?? null
}
