import { sql } from 'drizzle-orm'
import type { ProfileReview } from '#db/schema/accounts.ts'
import type { LedgerRow, Task } from '#db/schema/economy.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { completeTask } from '#features/economy/levels/tasks.ts'
import type { Client, World } from '#test/world.ts'

let names = 0

/** A username that is unique in this run. */
export function freshName(): string {
  return `n${crypto.randomUUID().slice(0, 8)}${names++}`
}

export async function giveEnergy(
  world: World,
  { uid }: { uid: number },
  amount: number,
): Promise<void> {
  await world.db.batch([ledgerEntry({ uid, amount, reason: 'admin_adjust' }, world.now)])
}

/** A user with a username and this much energy. */
export async function named(world: World, energy = 0) {
  const browser = await world.member({ username: freshName() })
  await world.db.batch(completeTask(browser.user.uid, 'username', world.now))
  // The first request of the day checks in, which pays energy.
  await browser.get('/api/settings/audit-status')
  const { energy: atHand } = await world.reload(browser.user)
  if (energy !== atHand) await giveEnergy(world, browser.user, energy - atHand)
  return Object.assign(browser, { user: await world.reload(browser.user) })
}

export async function ledgerOf(
  world: World,
  { uid }: { uid: number },
  ...reasons: string[]
): Promise<number[]> {
  const rows = await world.db.all(
    sql<LedgerRow>`SELECT * FROM energy_log WHERE user_id = ${uid} ORDER BY id`,
  )
  return rows.filter(({ reason }) => reasons.includes(reason)).map(({ amount }) => amount)
}

export async function tasksOf(world: World, { uid }: { uid: number }): Promise<Task[]> {
  const rows = await world.db.all(
    sql<{ task: Task }>`SELECT task FROM user_tasks WHERE user_id = ${uid} ORDER BY task`,
  )
  return rows.map(({ task }) => task)
}

export function reviewsOf(world: World, { uid }: { uid: number }): Promise<ProfileReview[]> {
  return world.db.all(
    sql<ProfileReview>`SELECT * FROM profile_reviews WHERE user_id = ${uid} ORDER BY id`,
  )
}

export const put = (browser: Client, change: unknown) =>
  browser.put('/api/settings/profile', change)
