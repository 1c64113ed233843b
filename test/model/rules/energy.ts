import { act, ok, oneOf, person, post, refusal, refuse } from '../act.ts'
import { dayOf, found, isPublic, ownerIn, type Person, type Site } from '../state.ts'
import { mayInteract } from './blocks.ts'
import { addNotice, addSystemNotice } from './notices.ts'

const LEVELS = [-1, 1, 50, 200, 1500, 4500, 10800]

export const levelOf = ({ exp }: Person): number => LEVELS.findLastIndex((floor) => exp >= floor)

/** Each new level sends a notice. */
export function gainExp(site: Site, uid: number, amount: number): void {
  const person = found(site.people, uid)
  const before = levelOf(person)
  person.exp += amount
  for (let level = before + 1; level <= levelOf(person); level++)
    addNotice(site, { to: uid, kind: 'NotifyLevelUp', about: level, by: null, detail: '' })
}

export function move(site: Site, uid: number, amount: number, reason: string): void {
  site.ledger.push({ uid, amount, reason })
}

/** The balance is the sum of the ledger. */
export function energyOf(site: Site, uid: number): number {
  return site.ledger.reduce((sum, entry) => (entry.uid === uid ? sum + entry.amount : sum), 0)
}

/** Once a day, from Lv1, except for banned users. */
export function checkIn(site: Site, uid: number): boolean {
  const person = found(site.people, uid)
  const today = dayOf(site.now)
  if (person.isBanned || levelOf(person) === 0 || person.checkIns.has(today)) return false
  person.checkIns.add(today)
  move(site, uid, 1, 'checkin')
  gainExp(site, uid, 5)
  return true
}

export const energyActs = {
  'check in': act('POST /api/level/checkin', 2, {}, ({ by }) => ({
    request: 'POST /api/level/checkin',
    checksIn: false,
    rule(site) {
      const person = found(site.people, by)
      const refused = refusal(
        levelOf(person) === 0 && 'level_too_low',
        person.checkIns.has(dayOf(site.now)) && 'already_checked_in',
      )
      if (refused) return refused
      checkIn(site, by)
      const figures = {
        exp: person.exp,
        level: levelOf(person),
        energy: energyOf(site, by),
        day: dayOf(site.now),
      }
      return ok({ exp_gained: 5, energy_gained: 1, ...figures })
    },
  })),
  energize: act(
    'POST /api/energy/energize',
    8,
    { post, form: oneOf('light', 'heavy') },
    ({ by, post, form }) => ({
      request: 'POST /api/energy/energize',
      body: { post_id: post, form },
      rule: (site) => energize(site, by, post, form === 'light' ? 1 : 2),
    }),
  ),
  'give energy': act(
    'POST /api/admin/energy/adjust',
    2,
    { target: person, amount: oneOf(25, 3, -4) },
    ({ target, amount }, site) => ({
      by: ownerIn(site),
      request: 'POST /api/admin/energy/adjust',
      needs: 'owner',
      body: { uids: [target], amount, reason: 'the model' },
      rule(site) {
        move(site, target, amount, 'admin_adjust')
        addSystemNotice(site, 'energy_adjusted', target, null, ownerIn(site))
        return ok()
      },
    }),
  ),
  'look at the balance': act('GET /api/energy/info', 1, {}, ({ by }) => ({
    request: 'GET /api/energy/info',
    rule: (site) => ok({ energy: energyOf(site, by), exp_from_energize_today: expToday(site, by) }),
  })),
}

const CAP = 20
const EXP_CAP = 50
const expToday = (site: Site, uid: number) =>
  found(site.people, uid).energizeExp.get(dayOf(site.now)) ?? 0

function energize(site: Site, by: number, id: number, cost: number) {
  const post = found(site.posts, id)
  if (!isPublic(post)) return refuse('not_found')
  const spent = post.energy.get(by) ?? 0
  const refused = refusal(
    post.author === by && 'own_post',
    !mayInteract(site, 'energize', by, post.author) && 'forbidden',
    spent + cost > CAP && 'energize_cap',
    energyOf(site, by) < 0 && 'energy_negative',
  )
  if (refused) return refused
  post.energy.set(by, spent + cost)
  move(site, by, -cost, 'energize')
  move(site, post.author, cost, 'energized')
  const gained = Math.min(10 * cost, EXP_CAP - expToday(site, by))
  found(site.people, by).energizeExp.set(dayOf(site.now), expToday(site, by) + gained)
  gainExp(site, by, gained)
  const post_energy = [...post.energy.values()].reduce((sum, amount) => sum + amount, 0)
  const spent_on_post = spent + cost
  return ok({
    energy: energyOf(site, by),
    spent_on_post,
    remaining_on_post: CAP - spent_on_post,
    post_energy,
    exp_gained: gained,
  })
}
