import { inOrder, MADE, type Made, REFERENCES, type Reference } from '#features/operations/backups/schema.ts'
import type { Query } from '../site/query.ts'

export async function schemaOf(query: Query): Promise<Made[]> {
  return inOrder(await query<Made>(MADE), await query<Reference>(REFERENCES))
}
