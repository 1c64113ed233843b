/** A page contains only the icons it uses; content copied from another page needs the missing ones. */
export function bringIcons(from: Document): void {
  const here = document.getElementById('icons')
  for (const drawing of from.querySelectorAll('#icons symbol')) {
    if (!document.getElementById(drawing.id)) here?.append(drawing)
  }
}
