/** Something that is going to happen, unless it is put off or called off before. */
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
