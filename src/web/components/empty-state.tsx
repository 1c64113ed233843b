import type { Child } from 'hono/jsx'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface EmptyStateProps {
  icon: IconName
  title: string
  hint: Child
  /** One or two buttons that say what to do. */
  actions?: Child
}

export function EmptyState({ icon, title, hint, actions }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{hint}</p>
      {actions && <div class="form-actions">{actions}</div>}
    </div>
  )
}
