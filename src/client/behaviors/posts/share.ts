import { toast } from '#client/behaviors/toast.ts'
import { copyText } from '#client/clipboard.ts'
import { find, read } from '#client/hooks.ts'
import { copyLinkButton, shareButton } from '#features/pages/reading/hooks.ts'

/** The share buttons below a post use its canonical URL, without query parameters. */
export function shareButtons(): void {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const share = find(shareButton)
  if (share && 'share' in navigator) {
    share.hidden = false
    // Rejects when the reader cancels.
    share.addEventListener('click', () => navigator.share({ url, ...read(shareButton, share) }).catch(() => {}))
  }
  const copy = find(copyLinkButton)
  copy?.addEventListener('click', async () => {
    const { copied, failed } = read(copyLinkButton, copy)
    if (await copyText(url)) toast(copied)
    else toast(failed, 'danger')
  })
}
