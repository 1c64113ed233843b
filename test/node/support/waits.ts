const PAUSE = 20

/** How long each page takes for a reader who opens one after the other, in milliseconds, sorted. */
export async function waitsOf(next: () => string, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = []
  while (goesOn()) {
    const began = performance.now()
    const response = await fetch(next())
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.status} for ${response.url}`)
    taken.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return taken.sort((a, b) => a - b)
}
