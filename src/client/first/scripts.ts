/**
 * Resolves when all scripts of the page have run, however they are cut: browsers let DOMContentLoaded wait for them. Rejects
 * when one of them, or something it imports, could not be loaded.
 */
export function scriptsOfThePage(): Promise<void> {
  let failed: Error | undefined
  const note = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) failed = new Error(`${target.src} could not be loaded`)
  }
  addEventListener('error', note, true)
  return new Promise((resolve, reject) => {
    addEventListener('DOMContentLoaded', () => {
      removeEventListener('error', note, true)
      if (failed) reject(failed)
      else resolve()
    })
  })
}
