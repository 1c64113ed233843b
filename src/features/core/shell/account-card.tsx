import type { PropsWithChildren } from 'hono/jsx'
import { Mark } from '#features/core/shell/mark.tsx'

/** A page with one form, such as the login page. Without children it is a message. */
export function AccountCard({ heading, lead, children }: PropsWithChildren<{ heading: string; lead?: string }>) {
  return (
    <div class="account">
      <div class="account-head">
        <Mark />
        <h1>{heading}</h1>
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children && <div class="card stack">{children}</div>}
    </div>
  )
}
