const PAUSE = 150

/**
 * Debounced lookups during typing: only the answer to the last one counts. Answers that arrive after blur or Escape are
 * ignored, because they would open a list over the rest of the page.
 */
export function debouncedLookup(field: HTMLElement, look: () => void) {
  let last = 0
  let timer = 0
  const cancel = () => {
    last++
    clearTimeout(timer)
  }
  field.addEventListener('blur', cancel)
  field.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel())
  return {
    /** Ignores pending answers. */
    cancel,
    schedule() {
      cancel()
      timer = setTimeout(look, PAUSE)
    },
    /** The answer, or null if it is outdated. */
    async latest<T>(request: T | Promise<T>): Promise<T | null> {
      const own = ++last
      const answer = await request
      return own === last && document.activeElement === field ? answer : null
    },
  }
}
