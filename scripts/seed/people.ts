import { levelOf } from '#features/core/people/level.ts'
import type { Account } from '../site/owner.ts'
import type { Query } from '../site/query.ts'

/** All demo accounts have the same public password. */
export const PASSWORD = 'joule-demo'

export interface Person {
  email: string
  /** The name in the seed files. */
  name: string
  /** Null if the user has not chosen one yet. */
  username: string | null
  signature: string
  role: 'user' | 'admin'
  /** Exp gained before the ninety days of history. */
  earlierExp: number
  joinedDaysAgo: number
  /** The share of days with a visit. */
  visits: number
  /** The probability of likes and bookmarks. */
  warmth: number
  /** The probability of energy gifts, which raise levels. */
  gives: number
  hasAvatar: boolean
  /** Whether the account is listed at the start of the site. */
  shown: boolean
  /** The language of most posts that the user reads; null for both. */
  reads: 'zh' | 'en' | null
}

/** The authors. If `gives` is empty, it is equal to the warmth. */
const AUTHORS = `
name|username|signature|earlierExp|joinedDaysAgo|visits|warmth|gives|flags
admin|站务小焦|有事喊我。Ask me anything about the site.|4300|760|0.9|0.7||admin avatar shown
zhou|老周|写了二十年代码，跑了十年步。|10400|741|0.95|0.9||avatar shown
lin|林小满|做设计系统，也做晚饭。小得盈满，刚刚好。|1300|512|0.92|1||avatar shown
ada|Ada|Databases, bread, and long trains.|120|133|0.8|0.85||avatar shown
mei|Mei-Hansen|Film, mostly. 在卑尔根拍雨。|4400|688|0.75|0.8||avatar
he|阿禾|阳台三平米，四季都有菜。|1480|431|0.7|0.75||avatar
tomas|Tomás|Cook first, ask later.|260|201|0.6|0.7||avatar
xu|许一帆|后端工程师，正在学着把日志写好。|240|190|0.65|0.6||avatar
kenji|kenji_w|Records, synths, quiet mornings.|0|70|0.26|0.55|0.06|avatar
lu|小鹿|大三，读书很慢，做笔记很快。|0|62|0.26|0.65|0.02|avatar
priya|Priya|New here. Maps and marathons.|0|6|0.4|0.5|0|shown
newcomer|||0|2|0|0|0|shown
`

/** Users who read, react and sometimes comment: name in the seed files, username, signature. */
const READERS_ZH = `
bozhou|柏舟|读得慢，忘得也慢。
qing|青岚|山里长大，城里写代码。
shu|舒舒|猫两只，书一墙。
guo|果仁|产品经理，正在戒“再加一个”。
yanzhi|砚之|毛笔字练习中，第三年。
ding|丁一|运维，夜班。
tang|糖醋小排|厨房新手，灭火器已备。
yehang|夜航船|常在路上，靠窗。
jiji|吉吉|跑步五公里，喘十分钟。
song|松果|
haiyan|海盐|泉州，拍海。
qiu|秋实|中学语文老师。
muyu|欧阳木鱼与她的三只猫|名字就是这么长。
wendi|闻笛|
`
const READERS_EN = `
nora|Nora|Night nurse, day reader.
sam|sam_okafor|Ferries, mostly.
ines|Inês|Lisbon. Trains over planes.
bjorn|Bjørn|Carpenter. I measure twice.
lea|Léa|
devika|Devika|Performance budgets and houseplants.
olu|Olu|I write API guides that people skim.
ruth|Ruth|Retired. Finally learning SQL.
pavel|Pavel|
jonas|Jonas|Timetable enthusiast.
goran|Goran88|
`

export const PEOPLE: readonly Person[] = [
  ...rowsIn(AUTHORS).slice(1).map(author),
  ...rowsIn(READERS_ZH).map((cells, n) => reader(cells, n, 'zh')),
  ...rowsIn(READERS_EN).map((cells, n) => reader(cells, n, 'en')),
  // The account that most open reports are about.
  {
    ...reader(['bestdeals', 'BestDealsDaily', 'Followers, coupons, watches: write me!'], 0, null),
    joinedDaysAgo: 20,
    visits: 0.03,
    warmth: 0,
  },
]

export function rowsIn(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
}

function author([name = '', username = '', signature = '', ...cells]: string[]): Person {
  const [earlierExp = 0, joinedDaysAgo = 0, visits = 0, warmth = 0, gives = 0] = cells.map(Number)
  const flags = cells.at(-1)?.split(' ') ?? []
  return {
    email: `${name}@joule.local`,
    name,
    username: username || null,
    signature,
    role: flags.includes('admin') ? 'admin' : 'user',
    earlierExp,
    joinedDaysAgo,
    visits,
    warmth,
    gives: cells[4] ? gives : warmth,
    hasAvatar: flags.includes('avatar'),
    shown: flags.includes('shown'),
    reads: null,
  }
}

/** Readers have joined one after the other, and some react more often than others. */
function reader(
  [name = '', username = '', signature = '']: string[],
  n: number,
  reads: Person['reads'],
): Person {
  return {
    email: `${name}@joule.local`,
    name,
    username,
    signature,
    role: 'user',
    earlierExp: 0,
    joinedDaysAgo: 12 + n * 17,
    visits: 0.12,
    warmth: 0.2 + ((n * 7) % 5) / 12,
    gives: 0.04,
    hasAvatar: false,
    shown: false,
    reads,
  }
}

/**
 * The demo accounts of this site, for the output of `npm start`. Empty on a site without demo
 * content.
 */
export async function demoAccounts(query: Query): Promise<Account[]> {
  const emails = PEOPLE.filter(({ shown }) => shown).map(({ email }) => email)
  const found = await query<{ email: string; role: string; exp: number }>(
    FIND,
    JSON.stringify(emails),
  )
  return found.map(({ email, role, exp }) => ({
    email,
    password: PASSWORD,
    about: role === 'user' ? `Lv${levelOf(exp)}` : `Lv${levelOf(exp)}, ${role}`,
  }))
}

const FIND =
  'SELECT email, role, exp FROM users WHERE email IN (SELECT value FROM json_each(?)) ORDER BY uid'
