import { element } from '#client/elements.ts'
import { quietApi } from '#client/http.ts'

/** The size that share cards of all large sites show uncut. */
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 96]
const TITLE_HEIGHT = 360
const TITLE_SIZES = [88, 76, 64, 54, 46]
const LEADING = 1.3
const NAMES = { size: 34, bottom: HEIGHT - MARGIN }

interface Names {
  title: string
  author: string
}

/** The share image of a post without a cover. Null if the browser cannot draw. */
export function drawShareImage(names: Names): HTMLCanvasElement | null {
  const canvas = element('canvas', { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  if (!context) return null
  draw(context, names)
  return canvas
}

/** Draws the share image and uploads it. */
export async function uploadShareImage(id: number, names: Names): Promise<void> {
  const canvas = drawShareImage(names)
  if (!canvas) return
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!image) return
  const form = new FormData()
  form.append('file', image, 'share.png')
  await quietApi.upload(`/api/studio/posts/${id}/share-image`, form)
}

function draw(context: CanvasRenderingContext2D, { title, author }: Names): void {
  const { fontFamily } = getComputedStyle(document.body)
  const write = (text: string, x: number, y: number) =>
    context.fillText(text, x, y, WIDTH - 2 * MARGIN)
  const use = (name: string, font: string) => {
    // The colour of the light theme, also if the author uses the dark one.
    context.fillStyle = computed({ style: `color-scheme: light; color: var(${name})` }).color
    context.font = `${font} ${fontFamily}`
  }
  use('--canvas', '')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  use('--accent', `700 ${NAMES.size}px`)
  context.fillRect(0, 0, WIDTH, 20)
  context.textAlign = 'right'
  const site =
    document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
  write(site, WIDTH - MARGIN, NAMES.bottom)
  const siteWidth = context.measureText(site).width
  use('--ink-soft', `400 ${NAMES.size}px`)
  context.textAlign = 'left'
  context.fillText(author, MARGIN, NAMES.bottom, WIDTH - 3 * MARGIN - siteWidth)

  const isRightToLeft =
    computed({ dir: 'auto', textContent: title, hidden: true }).direction === 'rtl'
  context.textAlign = isRightToLeft ? 'right' : 'left'
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
  for (const size of TITLE_SIZES) {
    use('--ink', `700 ${size}px`)
    const lines = linesOf(context, title)
    if (lines.length * size * LEADING > TITLE_HEIGHT && size !== TITLE_SIZES.at(-1)) continue
    for (const [at, line] of lines.entries())
      write(line, isRightToLeft ? WIDTH - MARGIN : MARGIN, MARGIN + size * (1 + at * LEADING))
    return
  }
}

/**
 * Breaks between words, also between Chinese ones. A line does not begin with closing punctuation.
 */
function linesOf(context: CanvasRenderingContext2D, text: string): string[] {
  const lines = ['']
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const longer = lines.at(-1) + segment
    const fits = context.measureText(longer).width <= WIDTH - 2 * MARGIN
    if (fits || /^[\p{Pe}\p{Pf}\p{Po}\s]/u.test(segment)) lines[lines.length - 1] = longer
    else lines.push(segment)
  }
  return lines
}

function computed(properties: object): { color: string; direction: string } {
  const probe = Object.assign(document.createElement('span'), properties)
  document.body.append(probe)
  const { color, direction } = getComputedStyle(probe)
  probe.remove()
  return { color, direction }
}
