/** Sides in pixels of the squares to which avatars and logos are cropped. */
export const AVATAR_SIDE = 256
export const LOGO_SIDE = 512
/** The wide and the dark logo fit into this size: the bar shows them 32 pixels high. */
export const BAR_LOGO = { width: 576, height: 96 }

/**
 * Widths in pixels of the variants of stored images: `/images/<key>?w=320`. An avatar has one, an
 * image of a post has two.
 */
export const AVATAR_WIDTH = 96
export const SMALL_WIDTH = 320
export const MEDIUM_WIDTH = 960

/**
 * The address of a variant. It is always valid: if there is no such variant, the server serves the
 * file itself. The addresses of GIFs and of images of other sites stay as they are.
 */
export function atWidth(
  url: string,
  width: typeof AVATAR_WIDTH | typeof SMALL_WIDTH | typeof MEDIUM_WIDTH,
): string {
  return OWN_STILL.test(url) ? `${url}?w=${width}` : url
}

/**
 * The `srcset` of a stored image whose file is `full` pixels wide; undefined if the file is the
 * only choice.
 */
export function srcsetOf(url: string, full: number): string | undefined {
  if (!OWN_STILL.test(url) || full <= SMALL_WIDTH) return undefined
  const smaller = [SMALL_WIDTH, MEDIUM_WIDTH] as const
  const variants = smaller
    .filter((width) => width < full)
    .map((width) => `${atWidth(url, width)} ${width}w`)
  return [...variants, `${url} ${full}w`].join(', ')
}

/** The width of the window without its margins. */
const WHOLE = '100vw - 2rem'
/** The width of the text column (`normal`) and of wider figures, in rem. */
const REMS = { normal: 42, wide: 60, full: 74 }

/**
 * The `sizes` attribute of an image in a post, which may be one of several side by side
 * (static/css/components/prose.css).
 */
export function sizesOf(width: keyof typeof REMS | undefined, images = 1): string {
  const rems = REMS[width ?? 'normal']
  return `(max-width: ${rems + 2}rem) calc(${images === 1 ? WHOLE : `(${WHOLE}) / ${images}`}), ${rems / images}rem`
}

/** The `sizes` attribute of an image that is as wide as the text column. */
export const COLUMN_SIZES = sizesOf(undefined)

const OWN_STILL = /^\/images\/[\w-]+\.(?:jpg|png|webp)$/
