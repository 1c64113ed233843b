/** Short visits open no connection. */
const DWELL = 3000

/** Loads live updates (client/live) after the page has been open for a while. */
export function live(): void {
  setTimeout(() => void import('#client/live/index.ts').then((module) => module.live()), DWELL)
}
