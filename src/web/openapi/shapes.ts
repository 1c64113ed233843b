import { z } from 'zod'

/** Every list answers like this. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}
