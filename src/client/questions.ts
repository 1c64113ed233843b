const PAUSE = 150

/**
 * What a field asks while somebody types: after a little pause, and only the answer to the last question counts. None does that
 * comes when the field was left, or its list closed by Escape, since: it would open a list over what they do now.
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
    /** Nobody waits for an answer any more. */
    forget,
    soon() {
      forget()
      timer = setTimeout(ask, PAUSE)
    },
    /** The answer, or null if nobody waits for it any more. */
    async answer<T>(question: T | Promise<T>): Promise<T | null> {
      const own = ++last
      const answer = await question
      return own === last && document.activeElement === field ? answer : null
    },
  }
}
