const PAUSE = 150

/**
 * Debounced lookups during typing: only the answer to the last one counts. Answers that arrive after blur or Escape are
 * ignored, because they would open a list over the rest of the page.
 */
export function questionsOf(field: HTMLElement, ask: () => void) {
  let last = 0
  let timer = 0
  const forget = () => {
    last++
    clearTimeout(timer)
  }
  field.addEventListener('blur', forget)
  field.addEventListener('keydown', ({ key }) => key === 'Escape' && forget())
  return {
    /** Ignores pending answers. */
    forget,
    soon() {
      forget()
      timer = setTimeout(ask, PAUSE)
    },
    /** The answer, or null if it is outdated. */
    async answer<T>(question: T | Promise<T>): Promise<T | null> {
      const own = ++last
      const answer = await question
      return own === last && document.activeElement === field ? answer : null
    },
  }
}
