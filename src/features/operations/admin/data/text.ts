import { bilingual } from '#kernel/i18n.ts'

const plural = (count: number, unit: string) => [count, count === 1 ? unit : `${unit}s`].join(' ')

/** A number, or the name of a limit in docs/limits.md. */
type Most = number | string

export const registerTexts = bilingual({
  areas: {
    core: ['站点与账号', 'Site and accounts'],
    notifications: ['通知', 'Notifications'],
    economy: ['等级与能量', 'Levels and energy'],
    accounts: ['登录与安全', 'Login and security'],
    publishing: ['文章', 'Posts'],
    letters: ['邮件订阅', 'Letters'],
    community: ['评论、互动与举报', 'Comments, reactions and reports'],
    pages: ['导出', 'Exports'],
    operations: ['站点管理', 'Administration'],
  },
  audiences: {
    everyone: ['所有人', 'everyone'],
    person: ['本人', 'the person'],
    personAndAdmins: ['本人和管理员', 'the person and admins'],
    admins: ['管理员', 'admins'],
    owner: ['站长', 'the owner'],
    software: ['仅程序使用', 'only the software'],
  },
  kept: {
    account: ['直到本人移除或账号被清除', 'until the person removes it or the account is erased'],
    content: ['内容存在期间', 'as long as the content'],
    record: ['永久', 'permanently'],
    site: ['站点存在期间', 'as long as the site'],
  },
  days: [(count: number) => `${count} 天`, (count: number) => plural(count, 'day')],
  hours: [(count: number) => `${count} 小时`, (count: number) => plural(count, 'hour')],
  minutes: [(count: number) => `${count} 分钟`, (count: number) => plural(count, 'minute')],
  bounds: {
    admins: ['会员不能添加', 'members add none'],
    energy: ['每行消耗能量', 'each row costs energy'],
    age: ['受保存时间限制', 'limited by the time they are kept'],
    person: [(most: Most) => `每人 ${most}`, (most: Most) => `${most} per person`],
    personAndDay: [
      (most: Most) => `每人每天 ${most}`,
      (most: Most) => `${most} per person and day`,
    ],
    row: [
      (most: Most, table: string) => `${table} 每行 ${most}`,
      (most: Most, table: string) => `${most} per row of ${table}`,
    ],
  },
  erasures: {
    deleted: ['删除', 'deleted'],
    statement: ['删除', 'deleted'],
    kept: [
      '保留，显示为“已注销用户”；标为“清除”的列被清空',
      'stays under "Deleted user"; columns marked "cleared" are emptied',
    ],
    expires: ['不处理，很快会到期', 'nothing: it ends soon by itself'],
  },
  byTrigger: [
    (name: string) => `由触发器 ${name} 删除`,
    (name: string) => `deleted by the trigger ${name}`,
  ],
  not: [(reason: string) => `不导出：${reason}`, (reason: string) => `no: ${reason}`],
  cleared: ['清除', 'cleared'],
  comma: ['，', ', '],
  /** In the order of the register. */
  kinds: {
    user: ['用户编号', 'identifies a user'],
    given: ['本人填写或选择', 'given by the person'],
    recorded: ['由站点记录', 'recorded by the site'],
    told: ['管理员写给本人', 'written by admins for the person'],
    personal: ['个人数据', 'personal data'],
    secret: ['密钥或其散列，不导出', 'secrets and their hashes, not exported'],
    decider: ['作出决定的管理员，不导出', 'the admin who decided, not exported'],
    adminRecord: ['给管理员的记录，不导出', 'records for admins, not exported'],
    computed: ['由其他数据计算，不导出', 'computed from other data, not exported'],
    othersAct: ['透露他人的行为，不导出', 'shows what other people did, not exported'],
    internal: ['程序状态，不导出', 'state of the software, not exported'],
    site: ['与人无关', 'about no person'],
  },
  whose: ['属于谁（列）', 'whose (column)'],
  keptFor: ['保留多久', 'kept'],
  most: ['行数上限', 'most rows'],
  seenBy: ['谁能看到', 'seen by'],
  exported: ['导出', 'in the export'],
  erased: ['注销账号时', 'when the account is erased'],
  columns: ['列', 'columns'],
  table: ['表', 'table'],
  why: ['用途', 'purpose'],
  impersonal: ['与人无关的数据', 'About no person'],
})
