import { element } from '#client/editor/parts.ts'

interface NoticeAction {
  label: string
  isPrimary?: boolean
  /** Where it leads, or what it does. */
  href?: string
  run?(): void
}

/** Notices below the bar, each under a name: a new one takes the place of the old. */
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
  const button = element('button', { type: 'button', className }, label)
  button.addEventListener('click', () => run?.())
  return button
}
