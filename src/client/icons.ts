/** A page has the drawings of its own icons; what is taken over from another page brings along those that are missing. */
export function bringIcons(from: Document): void {
  const here = document.getElementById('icons')
  for (const drawing of from.querySelectorAll('#icons symbol')) {
    if (!document.getElementById(drawing.id)) here?.append(drawing)
  }
}
