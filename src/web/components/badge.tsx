import type { PropsWithChildren } from 'hono/jsx'

export function Badge({
  tone,
  children,
}: PropsWithChildren<{ tone?: 'accent' | 'good' | 'danger' | 'info' | undefined }>) {
  return <span class={['badge', tone].filter(Boolean).join(' ')}>{children}</span>
}
