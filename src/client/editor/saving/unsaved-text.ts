import { isRecord } from '#client/api-error.ts'

/** An unsaved text, stored in this browser. It is valid only for the version it was based on. */
export function unsavedText(key: string) {
  return {
    read(version: number | null): string | null {
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isRecord(stored) && stored.version === version && typeof stored.body === 'string' ? stored.body : null
      } catch {
        return null
      }
    },
    write(version: number | null, body: string): void {
      try {
        localStorage.setItem(key, JSON.stringify({ version, body }))
      } catch {}
    },
    clear(): void {
      try {
        localStorage.removeItem(key)
      } catch {}
    },
  }
}
