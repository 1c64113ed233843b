import { toast } from '#client/behaviors/toast.ts'
import { copyText } from '#client/clipboard.ts'
import { closest, read } from '#client/hooks.ts'
import { copyButton } from '#web/components/hooks.ts'

/** Copies the text of web/components/elements.tsx. */
export function copyShown(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = closest(copyButton, target)
    if (!button) return
    const { of, copied, failed } = read(copyButton, button)
    if (await copyText(document.getElementById(of)?.innerText.trim() ?? '')) toast(copied)
    else toast(failed, 'danger')
  })
}
