import type { JSX } from 'hono/jsx/jsx-runtime'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface Look {
  label: string
  icon?: IconName
  /** Further classes, such as `primary small`. */
  kind?: string
}

export function Button({ label, icon, kind, ...rest }: Look & Omit<JSX.IntrinsicElements['button'], 'class'>) {
  return (
    <button type="button" class={classOf(kind)} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ label, icon, kind, ...rest }: Look & Omit<JSX.IntrinsicElements['a'], 'class'>) {
  return (
    <a class={classOf(kind)} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  )
}

function classOf(kind: string | undefined): string {
  return kind ? `button ${kind}` : 'button'
}
