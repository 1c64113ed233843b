import { RENAME_COST } from '#features/accounts/profiles/review.ts'
import { ENERGIZE_CAP, EXP_PER_ENERGY } from '#features/community/energize/energize.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP } from '#features/core/people/level.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { dayOf, HOUR, MINUTE } from '#kernel/clock.ts'
import { DAYS, iso, wakingHour } from '../calendar.ts'
import { randomFrom } from '../random.ts'
import type { Member, World } from '../world.ts'
import { RENAME } from './posts.ts'
import { type Visit, visits } from './reactions.ts'

interface Event {
  at: Date
  record(accounts: Accounts, at: Date): void
}

/**
 * Ninety days of energy in chronological order: check-ins, gifts from readers to authors, and the
 * price of a new name.
 */
export function energy(world: World): Accounts {
  const accounts = new Accounts()
  const rename: Event = {
    at: world.calendar.before(RENAME.hoursAgo * HOUR),
    record: (accounts, at) => accounts.rename(world.member(RENAME.by), at),
  }
  const events = [...checkIns(world), ...energizes(world), rename].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  for (const { at, record } of events) record(accounts, at)
  return accounts
}

/** The accounts shown at the start have not checked in today, so that the user can try it. */
function checkIns(world: World): Event[] {
  const random = randomFrom('check-ins')
  const events: Event[] = []
  for (const member of world.members.filter(({ visits }) => visits > 0)) {
    for (
      let ago = Math.min(DAYS - 1, member.joinedDaysAgo - 1);
      ago >= (member.shown ? 1 : 0);
      ago--
    ) {
      const at = world.calendar.at(ago, wakingHour(random))
      const comesBy = random.happens(member.visits * (0.7 + 0.3 * world.calendar.liveliness(at)))
      if (comesBy && dayOf(at) === world.calendar.day(ago))
        events.push({ at, record: (accounts, at) => accounts.checkIn(member, at) })
    }
  }
  return events
}

/** Each visit gives energy once or several times. */
function energizes(world: World): Event[] {
  const random = randomFrom('energize')
  const events: Event[] = []
  for (const visit of visits(world, random, ({ gives }) => 0.9 * gives)) {
    const presses = random.integer(1, Math.ceil(2 * visit.post.appeal))
    for (let press = 0; press < presses; press++) {
      const at = new Date(visit.at.getTime() + press * MINUTE)
      if (!world.calendar.hasCome(at)) break
      const amount = random.happens(0.3) ? 2 : 1
      events.push({ at, record: (accounts, at) => accounts.energize(visit, amount, at) })
    }
  }
  return events
}

/**
 * The balances and rows of all users. Follows the rules of the database, so that no row is refused.
 */
export class Accounts {
  readonly ledger: LedgerRow[] = []
  readonly checkIns: { user_id: number; day: string; created_at: string }[] = []
  readonly energized: EnergizeRow[] = []
  readonly #balances = new Map<number, number>()
  readonly #given = new Map<string, number>()
  readonly #learned = new Map<string, number>()

  checkIn({ uid }: Member, at: Date): void {
    this.checkIns.push({ user_id: uid, day: dayOf(at), created_at: iso(at) })
    this.#record(uid, CHECK_IN_ENERGY, 'checkin', null, at)
  }

  energize({ member, post }: Visit, amount: 1 | 2, at: Date): void {
    const pair = `${member.uid} ${post.id}`
    const given = this.#given.get(pair) ?? 0
    // Keeps a reserve for the price of a new name, so that no balance becomes negative.
    if (
      (this.#balances.get(member.uid) ?? 0) < amount + RENAME_COST ||
      given + amount > ENERGIZE_CAP
    )
      return
    const day = `${member.uid} ${dayOf(at)}`
    const learned = this.#learned.get(day) ?? 0
    const exp_gained = Math.min(amount * EXP_PER_ENERGY, ENERGIZE_EXP_CAP - learned)
    this.#given.set(pair, given + amount)
    this.#learned.set(day, learned + exp_gained)
    const id = this.#record(member.uid, -amount, 'energize', post.id, at)
    this.energized.push({
      id,
      user_id: member.uid,
      post_id: post.id,
      amount,
      exp_gained,
      created_at: iso(at),
    })
    this.#record(post.author.uid, amount, 'energized', post.id, at)
  }

  rename({ uid }: Member, at: Date): void {
    this.#record(uid, -RENAME_COST, 'rename', null, at)
  }

  get dailyExp(): { user_id: number; day: string; exp: number }[] {
    return [...this.#learned].map(([key, exp]) => {
      const [uid, day = ''] = key.split(' ')
      return { user_id: Number(uid), day, exp }
    })
  }

  expOf(uid: number): number {
    const fromEnergy = this.dailyExp
      .filter((row) => row.user_id === uid)
      .reduce((sum, { exp }) => sum + exp, 0)
    return fromEnergy + CHECK_IN_EXP * this.checkIns.filter((row) => row.user_id === uid).length
  }

  #record(uid: number, amount: number, reason: string, post_id: number | null, at: Date): number {
    const id = 1 + this.ledger.length
    const balance_after = (this.#balances.get(uid) ?? 0) + amount
    this.#balances.set(uid, balance_after)
    this.ledger.push({
      id,
      user_id: uid,
      amount,
      reason,
      balance_after,
      post_id,
      created_at: iso(at),
    })
    return id
  }
}

type Entry = { id: number; user_id: number; amount: number; created_at: string }
type LedgerRow = Entry & { reason: string; balance_after: number; post_id: number | null }
type EnergizeRow = Entry & { post_id: number; exp_gained: number }
