import type { Child, PropsWithChildren } from 'hono/jsx'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface ItemRowProps {
  icon?: IconName
  /** Replaces the icon. */
  picture?: Child
  title?: Child
  /** Replaces the title. */
  head?: Child
  details?: Child
  /** At the end of the row: a button, or a form with a button. */
  action?: Child
}

/** A row of a settings list, such as a device or an access token. The children are short facts in one line. */
export function ItemRow({ icon, picture, title, head, details, action, children }: PropsWithChildren<ItemRowProps>) {
  return (
    <li class="device">
      {picture}
      {icon && (
        <span class="device-icon">
          <Icon name={icon} />
        </span>
      )}
      <div class="device-facts">
        {title && <h3>{title}</h3>}
        {head}
        <p>{children}</p>
        {details}
      </div>
      {action}
    </li>
  )
}
