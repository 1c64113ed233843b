import { html, raw } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'

interface DrawingProps {
  viewBox: string
  class?: string
  /** The accessible description. A drawing without it is decoration. */
  label?: string
  width?: number
  height?: number
  /** Stretches the drawing to its container, in any proportions. */
  isPulled?: boolean
}

/**
 * An SVG as raw HTML. After Hono has rendered one `<svg>` JSX element, it checks for every later
 * element whether it is inside an SVG, which is slow. For the same reason, a `<title>` in the SVG
 * must be written with `html`.
 */
export function Drawing({
  viewBox,
  class: className,
  label,
  width,
  height,
  isPulled,
  children,
}: PropsWithChildren<DrawingProps>) {
  const attributes = Object.entries({
    class: className,
    viewBox,
    width,
    height,
    preserveAspectRatio: isPulled ? 'none' : undefined,
    ...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label }),
  })
  const given = attributes.filter(([, value]) => value !== undefined)
  return (
    <>
      {html`<svg${given.map(([name, value]) => html` ${raw(name)}="${value}"`)}>`}
      {children}
      {raw('</svg>')}
    </>
  )
}
