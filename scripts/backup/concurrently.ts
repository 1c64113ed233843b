const AT_ONCE = 4

/**
 * Processes the items with limited concurrency. The first failure rejects, after the running tasks
 * have finished.
 */
export async function concurrently<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = sharedIterator(items)
  const next = async () => {
    for (const item of waiting) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** A shared generator, so that a failing loop ends the others too. */
function* sharedIterator<Item>(items: Iterable<Item>): Generator<Item> {
  yield* items
}
