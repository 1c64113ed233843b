import type { PropsWithChildren } from 'hono/jsx'
import { Button } from '#web/components/button.tsx'
import { copyButton } from '#web/components/hooks.ts'

interface ShownOnceProps {
  /** Id of the element with the value. */
  id: string
  text: { shown: string; copy: string; copied: string; notCopied: string }
}

/** A value that the server sends only once, with a copy button. The style sheet hides it while it is empty. */
export function ShownOnce({ id, text, children }: PropsWithChildren<ShownOnceProps>) {
  return (
    <div class="shown-once notice" role="status">
      <p>{text.shown}</p>
      {children}
      <Button {...copyButton({ of: id, copied: text.copied, failed: text.notCopied })} kind="small" label={text.copy} />
    </div>
  )
}
