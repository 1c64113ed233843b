import { toast } from '#client/behaviors/toast.ts'
import { copyText } from '#client/clipboard.ts'

/** The buttons below a post: the address as the post itself gives it, without what led the reader here. */
export function share(): void {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const shareButton = document.querySelector<HTMLElement>('[data-share]')
  if (shareButton && 'share' in navigator) {
    shareButton.hidden = false
    // Rejects when the reader thinks better of it.
    shareButton.addEventListener('click', () =>
      navigator.share({ url, title: shareButton.dataset.share ?? '' }).catch(() => {}),
    )
  }
  const copyButton = document.querySelector<HTMLElement>('[data-copy-link]')
  copyButton?.addEventListener('click', async () => {
    const { copyLink = '', failed = '' } = copyButton.dataset
    if (await copyText(url)) toast(copyLink)
    else toast(failed, 'danger')
  })
}
