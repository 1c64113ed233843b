import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'

interface CardProps {
  /** Id of the heading. */
  heading: string
  title: Child
  lead?: Child
  /** Beside the heading: a link or a button. */
  aside?: Child
  class?: string
  id?: string
  hooks?: Attributes
}

export function Card({
  heading,
  title,
  lead,
  aside,
  class: className = 'card',
  id,
  hooks,
  children,
}: PropsWithChildren<CardProps>) {
  return (
    <section class={className} id={id} aria-labelledby={heading} {...hooks}>
      <header>
        <h2 id={heading}>{title}</h2>
        {aside}
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  )
}

export function SideCard({ heading, title, children }: PropsWithChildren<Pick<CardProps, 'heading' | 'title'>>) {
  return (
    <section class="card side-card" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

export type Fact = readonly [label: string, value: Child]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** Short values with labels, side by side. */
export function Figures({ figures, class: className = 'totals' }: { figures: readonly Fact[]; class?: string }) {
  return (
    <dl class={className}>
      {figures.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
