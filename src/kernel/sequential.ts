/** Runs async work sequentially, in the order of the calls. For Durable Objects: input gates do not cover calls to D1. */
export function sequential(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
