const AT_ONCE = 4

/** Does something with each, a few at the same time. The first that fails ends it, once those under way are done. */
export async function sideBySide<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = oneAfterTheOther(items)
  const next = async () => {
    for (const item of waiting) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** A generator, so that a loop that fails ends it for the others too. */
function* oneAfterTheOther<Item>(items: Iterable<Item>): Generator<Item> {
  yield* items
}
