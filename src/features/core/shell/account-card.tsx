import type { PropsWithChildren } from 'hono/jsx'
import { Mark } from '#features/core/shell/mark.tsx'
import { Button } from '#web/components/elements.tsx'

/** A page with one form, such as the login page. Without children it shows only a message. */
export function AccountCard({
  heading,
  lead,
  children,
}: PropsWithChildren<{ heading: string; lead?: string }>) {
  return (
    <div class="account">
      <div class="account-head centred">
        <Mark />
        <h1>{heading}</h1>
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children && <div class="card stack">{children}</div>}
    </div>
  )
}

interface ButtonCardProps {
  heading: string
  lead: string
  action: string
  submit: string
  field?: { name: string; value: string }
}

/**
 * The page of a link in a mail. It has a button, because scanners of mails open every link but
 * press no button.
 */
export function ButtonCard({ heading, lead, action, submit, field }: ButtonCardProps) {
  return (
    <AccountCard heading={heading} lead={lead}>
      <form class="form" method="post" action={action}>
        {field && <input type="hidden" {...field} />}
        <Button type="submit" kind="primary wide" label={submit} />
      </form>
    </AccountCard>
  )
}
