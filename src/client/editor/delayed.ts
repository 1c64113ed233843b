/** A timer that can be restarted and cancelled. */
export function delayed(happen: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (timer !== undefined) clearTimeout(timer)
  }
  return {
    cancel,
    in(milliseconds: number): void {
      cancel()
      timer = setTimeout(happen, milliseconds)
    },
  }
}
