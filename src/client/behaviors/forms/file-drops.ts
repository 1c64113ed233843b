/** Takes one file that is dragged onto an element, and shows that it may be dropped there. */
export function fileDrops(target: HTMLElement, take: (file: File) => void): void {
  let inside = 0
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  const show = (count: number) => {
    // It may have been entered before anybody counted.
    inside = Math.max(0, count)
    target.classList.toggle('dropping', inside > 0)
  }
  // Every child that is entered and left counts, or the sign would flicker.
  target.addEventListener('dragenter', (event) => isFile(event) && show(inside + 1))
  target.addEventListener('dragleave', (event) => isFile(event) && show(inside - 1))
  target.addEventListener('dragover', (event) => isFile(event) && event.preventDefault())
  target.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    show(0)
    take(file)
  })
}
