import { sql } from 'drizzle-orm'
import type { OutboxRow } from '#db/schema/core.ts'
import type { Letter } from '#features/core/mail/letter.ts'
import type { World } from '#test/world.ts'

/** The mails to this address, newest first. The test site has no mail service, so mails stay in the outbox. */
export function mailTo(world: World, address: string | null): Promise<OutboxRow[]> {
  return world.db.all(sql<OutboxRow>`SELECT * FROM outbox WHERE address = ${address} ORDER BY id DESC`)
}

/** The token in the newest mail of a kind. */
export async function tokenMailed(world: World, address: string | null, kind: OutboxRow['kind']): Promise<string> {
  const mail = (await mailTo(world, address)).find((one) => one.kind === kind)
  const letter: Letter | null = JSON.parse(mail?.letter ?? 'null')
  return new URLSearchParams(letter?.action?.path.split('?')[1]).get('token') ?? ''
}
