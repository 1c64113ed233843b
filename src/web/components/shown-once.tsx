import type { PropsWithChildren } from 'hono/jsx'
import { Button } from '#web/components/button.tsx'
import { copyButton } from '#web/components/hooks.ts'

interface ShownOnceProps {
  /** Of the element that holds what is shown. */
  id: string
  text: { shown: string; copy: string; copied: string; notCopied: string }
}

/** What the server tells once and never again, with a button to copy it. Hidden by the style sheet until there is something. */
export function ShownOnce({ id, text, children }: PropsWithChildren<ShownOnceProps>) {
  return (
    <div class="shown-once notice" role="status">
      <p>{text.shown}</p>
      {children}
      <Button {...copyButton({ of: id, copied: text.copied, failed: text.notCopied })} kind="small" label={text.copy} />
    </div>
  )
}
