/**
 * Waits for a timer, so that requests that arrived meanwhile are answered. A local site has its
 * database in the same process: without a pause it accepts no request between two database calls.
 */
export function pause(milliseconds = 1): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds))
}

/** The same bucket, with a pause after every response. */
export function paced<Bucket extends object>(bucket: Bucket): Bucket {
  const afterPause = (response: unknown) => pause().then(() => response)
  return new Proxy({} as Bucket, {
    get:
      (_, name) =>
      (...given: unknown[]) => {
        // A method must be called on the bucket itself.
        const response = (bucket as Record<string | symbol, (...given: unknown[]) => unknown>)[
          name
        ]?.(...given)
        return response instanceof Promise ? response.then(afterPause) : response
      },
  })
}

/**
 * Runs asynchronous work sequentially, in the order of the calls. For Durable Objects, whose input
 * gates do not cover calls to D1.
 */
export function sequential(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** A response body that is generated on demand, as fast as the client reads it. */
export function streamOf(
  pieces: AsyncGenerator<string | Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else
        controller.enqueue(
          typeof value === 'string' ? (encoder.encode(value) as Uint8Array<ArrayBuffer>) : value,
        )
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
