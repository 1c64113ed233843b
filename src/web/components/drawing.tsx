import { html, raw } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'

interface DrawingProps {
  viewBox: string
  class?: string
  /** Accessible description. Without it the drawing is decoration. */
  label?: string
  width?: number
  height?: number
  /** Stretch the drawing to its container, ignoring its proportions. */
  isPulled?: boolean
}

/**
 * After Hono has rendered one `<svg>` element, every later one checks whether it is in an SVG. A
 * `<title>` needs `html` too.
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
