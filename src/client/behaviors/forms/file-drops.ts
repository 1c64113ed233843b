/** Accepts one file dragged onto an element, and highlights the element during the drag. */
export function fileDrops(target: HTMLElement, take: (file: File) => void): void {
  let inside = 0
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  const show = (count: number) => {
    // The drag may have entered before this code was loaded, so the count could become negative.
    inside = Math.max(0, count)
    target.classList.toggle('dropping', inside > 0)
  }
  // Counts dragenter and dragleave of children too, or the highlight would flicker.
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
