/** Whoever only passes through a page costs nothing. */
const DWELL = 3000

/** What happens elsewhere shows here: client/live, which is loaded when the page has been open for a while. */
export function live(): void {
  setTimeout(() => void import('#client/live/index.ts').then((module) => module.live()), DWELL)
}
