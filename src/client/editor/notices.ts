import { button, element } from '#client/elements.ts'

interface NoticeAction {
  label: string
  isPrimary?: boolean
  /** The target of a link; without it, the action is a button. */
  href?: string
  run?(): void
}

/** Messages below the bar, each with a name: a new message replaces the old one of the same name. */
export function notices(region: HTMLElement) {
  const shown = new Map<string, HTMLElement>()

  function clear(name: string): void {
    shown.get(name)?.remove()
    shown.delete(name)
  }

  function show(name: string, tone: 'info' | 'danger' | 'warm', message: string, actions: NoticeAction[] = []): void {
    clear(name)
    const buttons = element('div', { className: 'form-actions' }, ...actions.map(buttonOf))
    const notice = element('div', { className: `notice ${tone}` }, element('p', {}, message), buttons)
    notice.setAttribute('role', tone === 'danger' ? 'alert' : 'status')
    shown.set(name, notice)
    region.append(notice)
  }

  return { show, clear }
}

function buttonOf({ label, isPrimary, href, run }: NoticeAction): HTMLElement {
  const className = isPrimary ? 'button small primary' : 'button small'
  if (href !== undefined) return element('a', { className, href }, label)
  return button(label, className, () => run?.())
}
