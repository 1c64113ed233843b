/** The browser may block its storage. Then nothing is stored, and nothing is found. */
function guarded(storage: () => Storage) {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(storage())
    } catch {
      return null
    }
  }
  return {
    read: (key: string) => attempt((all) => all.getItem(key)),
    /** Null if there is no such value. */
    readJson: (key: string): unknown => attempt((all) => JSON.parse(all.getItem(key) ?? 'null')),
    /** False if the storage is blocked or full. */
    write: (key: string, value: string) =>
      attempt((all) => {
        all.setItem(key, value)
        return true
      }) ?? false,
    remove: (key: string) => void attempt((all) => all.removeItem(key)),
  }
}

export const inTab = guarded(() => sessionStorage)
export const inBrowser = guarded(() => localStorage)
