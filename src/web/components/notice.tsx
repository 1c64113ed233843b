import type { PropsWithChildren } from 'hono/jsx'
import { Icon } from '#web/components/icon.tsx'

type Tone = 'info' | 'good' | 'warm' | 'danger'

const ICONS = { info: 'info', good: 'check', warm: 'bolt', danger: 'warning' } as const

export function Notice({ tone = 'info', banner, children }: PropsWithChildren<{ tone?: Tone; banner?: boolean }>) {
  return (
    <div class={['notice', tone, banner && 'banner'].filter(Boolean).join(' ')}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** Shown only without JavaScript. */
export function NeedsScript({ text }: { text: { needsScript: string } }) {
  return (
    <noscript>
      <p class="notice">{text.needsScript}</p>
    </noscript>
  )
}
