import { levelOf } from '#features/core/people/level.ts'
import type { Account } from '../site/owner.ts'
import type { Query } from '../site/query.ts'

/** All demo accounts have the same public password. */
export const PASSWORD = 'joule-demo'

export interface Person {
  email: string
  /** The name in the seed files. */
  name: string
  /** Null if not chosen yet. */
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
  person('admin', '站务小焦', '有事喊我。Ask me anything about the site.', {
    role: 'admin',
    earlierExp: 4300,
    joinedDaysAgo: 760,
    visits: 0.9,
    warmth: 0.7,
    shown: true,
  }),
  person('zhou', '老周', '写了二十年代码，跑了十年步。', {
    earlierExp: 10_400,
    joinedDaysAgo: 741,
    visits: 0.95,
    warmth: 0.9,
    shown: true,
  }),
  person('lin', '林小满', '做设计系统，也做晚饭。小得盈满，刚刚好。', {
    earlierExp: 1300,
    joinedDaysAgo: 512,
    visits: 0.92,
    warmth: 1,
    shown: true,
  }),
  person('ada', 'Ada', 'Databases, bread, and long trains.', {
    earlierExp: 120,
    joinedDaysAgo: 133,
    visits: 0.8,
    warmth: 0.85,
    shown: true,
  }),
  person('mei', 'Mei-Hansen', 'Film, mostly. 在卑尔根拍雨。', {
    earlierExp: 4400,
    joinedDaysAgo: 688,
    visits: 0.75,
    warmth: 0.8,
  }),
  person('he', '阿禾', '阳台三平米，四季都有菜。', { earlierExp: 1480, joinedDaysAgo: 431, visits: 0.7, warmth: 0.75 }),
  person('tomas', 'Tomás', 'Cook first, ask later.', { earlierExp: 260, joinedDaysAgo: 201, visits: 0.6, warmth: 0.7 }),
  person('xu', '许一帆', '后端工程师，正在学着把日志写好。', {
    earlierExp: 240,
    joinedDaysAgo: 190,
    visits: 0.65,
    warmth: 0.6,
  }),
  person('kenji', 'kenji_w', 'Records, synths, quiet mornings.', {
    joinedDaysAgo: 70,
    visits: 0.26,
    warmth: 0.55,
    gives: 0.06,
  }),
  person('lu', '小鹿', '大三，读书很慢，做笔记很快。', { joinedDaysAgo: 62, visits: 0.26, warmth: 0.65, gives: 0.02 }),
  person('priya', 'Priya', 'New here. Maps and marathons.', {
    joinedDaysAgo: 6,
    visits: 0.4,
    warmth: 0.5,
    gives: 0,
    hasAvatar: false,
    shown: true,
  }),
  {
    ...person('newcomer', '', ''),
    username: null,
    joinedDaysAgo: 2,
    visits: 0,
    warmth: 0,
    gives: 0,
    hasAvatar: false,
    shown: true,
  },
  ...readersIn('zh', READERS_ZH),
  ...readersIn('en', READERS_EN),
  // The account that the open reports are about.
  {
    ...reader('bestdeals', 'BestDealsDaily', 'Followers, coupons, watches: write me!'),
    joinedDaysAgo: 20,
    visits: 0.03,
    warmth: 0,
  },
]

function person(name: string, username: string, signature: string, more: Partial<Person> = {}): Person {
  return {
    email: `${name}@joule.local`,
    name,
    username,
    signature,
    role: 'user',
    earlierExp: 0,
    joinedDaysAgo: 200,
    visits: 0.5,
    warmth: 0.5,
    gives: more.warmth ?? 0.5,
    hasAvatar: true,
    shown: false,
    reads: null,
    ...more,
  }
}

function readersIn(reads: 'zh' | 'en', lines: string): Person[] {
  return lines
    .trim()
    .split('\n')
    .map((line, n) => {
      const [name = '', username = '', signature = ''] = line.split('|')
      // They joined one after the other, and some come more often than others.
      return {
        ...reader(name, username, signature),
        reads,
        joinedDaysAgo: 12 + n * 17,
        warmth: 0.2 + ((n * 7) % 5) / 12,
      }
    })
}

function reader(name: string, username: string, signature: string): Person {
  return person(name, username, signature, { visits: 0.12, gives: 0.04, hasAvatar: false })
}

/** The demo accounts of this site, for the output of `npm start`. */
export async function demoAccounts(query: Query): Promise<Account[]> {
  const emails = PEOPLE.filter(({ shown }) => shown).map(({ email }) => email)
  const found = await query<{ email: string; role: string; exp: number }>(FIND, JSON.stringify(emails))
  return found.map(({ email, role, exp }) => ({
    email,
    password: PASSWORD,
    about: role === 'user' ? `Lv${levelOf(exp)}` : `Lv${levelOf(exp)}, ${role}`,
  }))
}

const FIND = 'SELECT email, role, exp FROM users WHERE email IN (SELECT value FROM json_each(?)) ORDER BY uid'
