import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behindId, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { AnomalyRow } from '#db/schema/operations.ts'
import { asUserRef, type PublicColumns, UserRefShape } from '#features/core/people/user-ref.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

const sums = { likes: z.int(), energy: z.int() }
const moment = z.iso.datetime()

/** Young accounts from one address that like or energize the same author. */
export const AnomalyShape = z
  .object({
    id: z.int(),
    /** An IPv4 address, or an IPv6 network with 64 bits. */
    address: z.string(),
    author: UserRefShape,
    ...sums,
    since: moment,
    accounts: z.array(z.object({ ...UserRefShape.shape, ...sums, created_at: moment })),
    /** The posts with the most likes and energy. */
    posts: z.array(z.object({ id: z.int(), title: z.string(), ...sums })),
    found_at: moment,
  })
  .meta({ id: 'Anomaly' })

export type Anomaly = z.infer<typeof AnomalyShape>

type Row = AnomalyRow & PublicColumns
type Account = PublicColumns & Pick<User, 'created_at'> & { likes: number; energy: number }

/** The report of the last run of the cron, largest groups first. */
export function anomaliesPage(request: PageRequest, language: Language): Group<Page<Anomaly>> {
  return pageGroup(
    ['anomalies'],
    request,
    anomalyRows(request),
    ({ id }) => [id, id],
    (row) => asAnomaly(row, language),
  )
}

function anomalyRows(request: PageRequest): Statement<Row> {
  const behind = and(sql`TRUE`, behindId(request, sql`a.id`, '>'))
  return sql`
    SELECT a.id, a.address, a.author_id, a.likes, a.energy, a.since, a.found_at,
      u.uid, u.username, u.avatar_key, u.exp, u.status,
      (SELECT json_group_array(json_object('uid', y.uid, 'username', y.username, 'avatar_key', y.avatar_key, 'exp', y.exp,
          'status', y.status, 'created_at', y.created_at, 'likes', j.value ->> 'likes', 'energy', j.value ->> 'energy'))
        FROM json_each(a.accounts) j CROSS JOIN users y ON y.uid = j.value ->> 'uid') AS accounts,
      (SELECT json_group_array(json_object('id', p.id, 'title', p.title, 'likes', j.value ->> 'likes',
          'energy', j.value ->> 'energy'))
        FROM json_each(a.posts) j CROSS JOIN posts p ON p.id = j.value ->> 'id' WHERE p.deleted_at IS NULL) AS posts
    FROM anomalies a CROSS JOIN users u ON u.uid = a.author_id
    WHERE ${behind} ORDER BY a.id LIMIT ${request.limit + 1}`
}

function asAnomaly(row: Row, language: Language): Anomaly {
  const { id, address, likes, energy, since, found_at } = row
  return {
    ...{ id, address, likes, energy, since, found_at },
    author: asUserRef(row, language),
    accounts: (JSON.parse(row.accounts) as Account[]).map((account) => ({
      ...asUserRef(account, language),
      likes: account.likes,
      energy: account.energy,
      created_at: account.created_at,
    })),
    posts: JSON.parse(row.posts) as Anomaly['posts'],
  }
}
