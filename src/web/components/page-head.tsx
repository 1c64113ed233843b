import type { Child, PropsWithChildren } from 'hono/jsx'

export function PageHead({ title, lead, children }: PropsWithChildren<{ title: Child; lead?: string }>) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </header>
  )
}
