import { sql } from 'drizzle-orm'
import type { AuditRow } from '#db/schema/core.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import type { Client, TestResponse, World } from '#test/world.ts'

export function auditOf(
  world: World,
  type: AuditRow['target_type'],
  id: number | string,
): Promise<AuditRow[]> {
  return world.db.all(
    sql<AuditRow>`SELECT * FROM audit_log WHERE target_type = ${type} AND target_id = ${String(id)} ORDER BY id`,
  )
}

/** The data of all system notices of a user, oldest first. */
export async function systemNoticesOf(
  world: World,
  { uid }: { uid: number },
): Promise<Record<string, unknown>[]> {
  const rows = await world.db.all(
    sql<{
      data: string
    }>`SELECT data FROM notifications WHERE user_id = ${uid} AND kind = 'NotifySystem' ORDER BY id`,
  )
  return rows.map(({ data }) => JSON.parse(data))
}

export async function postNow(world: World, { id }: { id: number }): Promise<PostRow> {
  const post = await world.db.first(sql<PostRow>`SELECT * FROM posts WHERE id = ${id}`)
  if (!post) throw new Error(`no post ${id}`)
  return post
}

/** The case of a reported post, comment or user. */
export async function caseOf(
  admin: Client,
  kind: string,
  id: number,
  status = 'open',
): Promise<ReportCase | undefined> {
  const { items } = (await admin.get(`/api/admin/reports?status=${status}&limit=50`)).json
  return items.find((item: ReportCase) => item.kind === kind && item.id === id)
}

/** One field of every item of a list. */
export const valuesIn = ({ json }: TestResponse, field: string) =>
  json.items.map((item: Record<string, unknown>) => item[field])
export const idsIn = (response: TestResponse): number[] => valuesIn(response, 'id')
