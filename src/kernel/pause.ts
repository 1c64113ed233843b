/**
 * Waits for a timer, so that requests that arrived meanwhile are answered. A local site has its database in the same process, and
 * accepts no request between two database calls.
 */
export function pause(milliseconds = 1): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds))
}

/** The same bucket, with a pause after every answer. */
export function paced<Bucket extends object>(bucket: Bucket): Bucket {
  const afterPause = (answer: unknown) => pause().then(() => answer)
  return new Proxy({} as Bucket, {
    get:
      (_, name) =>
      (...given: unknown[]) => {
        // A method must be called on the bucket itself.
        const answer = (bucket as Record<string | symbol, (...given: unknown[]) => unknown>)[name]?.(...given)
        return answer instanceof Promise ? answer.then(afterPause) : answer
      },
  })
}
