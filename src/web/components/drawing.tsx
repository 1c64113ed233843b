import { html, raw } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'

interface DrawingProps {
  viewBox: string
  class?: string
  /** What it shows, for screen readers. Without one it is decoration. */
  label?: string
  width?: number
  height?: number
  /** Whether it is pulled to the size of its place, whatever its proportions. */
  isPulled?: boolean
}

/**
 * An SVG. Not as an element of JSX: once hono has rendered one `<svg>`, every element of every page asks whether it stands in
 * one. So a `<title>` in it must be written by `html` too.
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
