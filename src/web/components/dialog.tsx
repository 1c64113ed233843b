import type { PropsWithChildren } from 'hono/jsx'

/** A native dialog, opened by a button with the hook `dialogOpener`. */
export function Dialog({ id, title, children }: PropsWithChildren<{ id: string; title: string }>) {
  return (
    <dialog class="dialog" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  )
}
