export function chosenFiles(input: HTMLInputElement, take: (files: File[]) => void): void {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // Otherwise choosing the same file again would not fire `change`.
    input.value = ''
    if (files.length > 0) take(files)
  })
}

/** Accepts files dragged onto an element, and highlights the element during the drag. */
export function fileDrops(target: HTMLElement, take: (data: DataTransfer) => void): void {
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
    if (!event.dataTransfer || !isFile(event)) return
    event.preventDefault()
    show(0)
    take(event.dataTransfer)
  })
}

/** One file, which the user chooses in an input or drags onto an element. */
export function oneFile(
  input: HTMLInputElement,
  target: HTMLElement,
  take: (file: File) => void,
): void {
  const takeFirst = ([file]: ArrayLike<File> & Iterable<File>) => file && take(file)
  chosenFiles(input, takeFirst)
  fileDrops(target, ({ files }) => takeFirst(files))
}
