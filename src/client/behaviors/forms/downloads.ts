import { ApiError } from '#client/api-error.ts'
import { toast } from '#client/behaviors/toast.ts'
import { api } from '#client/http.ts'

/** A plain link cannot renew an expired session, so an API call renews it before the download. */
export function downloads(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
    if (!link || !new URL(link.href).pathname.startsWith('/api/')) return
    event.preventDefault()
    void download(link.href)
  })
}

async function download(address: string): Promise<void> {
  try {
    await api.get('/api/messages/unread')
    location.assign(address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'danger')
  }
}
