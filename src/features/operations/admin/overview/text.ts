import { ACTIVITY_DAYS } from '#features/operations/admin/overview/overview.ts'
import { DAILY_KEPT, TOO_OLD, WEEKLY_KEPT } from '#features/operations/backups/retention.ts'
import { HOUR } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminOverviewTexts = bilingual({
  description: [
    '审核文章，管理成员、评论、能量和站点。',
    'Review posts and manage people, comments, energy and site settings.',
  ],
  waiting: ['等待处理', 'Needs your attention'],
  pendingPosts: ['待审核的文章', 'Posts to review'],
  editedPosts: ['过审后有修改的文章', 'Posts edited after approval'],
  pendingProfiles: ['待审核的资料', 'Profiles to review'],
  openReports: ['待处理的举报', 'Open reports'],
  nothing: ['没有等待处理的事项，喝杯茶吧。', 'Nothing needs your attention. Have a cup of tea.'],
  totals: ['站点', 'Site totals'],
  users: ['成员', 'People'],
  posts: ['文章', 'Posts'],
  commentsToday: ['今日评论', 'Comments today'],
  activity: [`最近 ${ACTIVITY_DAYS} 天（北京时间）`, `Last ${ACTIVITY_DAYS} days (Shanghai time)`],
  series: {
    users: ['新成员', 'New people'],
    posts: ['新文章', 'New posts'],
    comments: ['新评论', 'New comments'],
    check_ins: ['签到', 'Check-ins'],
  },
  sum: [
    (sum: string, today: string) => `共 ${sum}，今天 ${today}`,
    (sum: string, today: string) => `${sum} total, ${today} today`,
  ],
  chart: [
    (name: string, sum: number, today: number) =>
      `${name}：最近 ${ACTIVITY_DAYS} 天共 ${sum}，今天 ${today}`,
    (name: string, sum: number, today: number) =>
      `${name}: ${sum} in the last ${ACTIVITY_DAYS} days, ${today} today`,
  ],
  asTable: ['查看每日数据', 'Daily figures'],
  day: ['日期', 'Day'],
  check: {
    title: ['数据核对', 'Data check'],
    lead: [
      '核对能量余额与流水、各项计数与实际记录是否一致。每十五分钟自动核对一部分。',
      'Compares energy balances with the ledger, and counters with the stored rows. A part of the data is checked every quarter of an hour.',
    ],
    never: ['还没有核对过。', 'No check has run yet.'],
    good: [
      (count: string) => `最近一次完整核对了 ${count} 项，没有发现不一致。`,
      (count: string) => `The last full check found no differences in ${count} rows.`,
    ],
    bad: ['发现数据不一致，请尽快检查：', 'Differences found. Please investigate:'],
    running: [
      (count: string) => `正在核对，已核对 ${count} 项…`,
      (count: string) => `Checking… ${count} rows so far`,
    ],
    run: ['立即核对', 'Check now'],
  },
  backups: {
    title: ['备份', 'Backups'],
    lead: [
      `每天凌晨由定时任务写入备份存储桶，保留 ${DAILY_KEPT} 天和 ${WEEKLY_KEPT} 周。`,
      `A scheduled job writes a backup to the backup bucket early every morning. ${DAILY_KEPT} daily and ${WEEKLY_KEPT} weekly backups are kept.`,
    ],
    never: [
      '还没有备份。下一次定时任务会生成第一份。',
      'No backup yet. The next scheduled run creates the first one.',
    ],
    good: ['每日备份正常。', 'Daily backups are working.'],
    last: ['最近一份', 'Latest backup'],
    rows: ['数据行', 'Rows'],
    images: ['图片', 'Images'],
    kept: ['保留份数', 'Backups kept'],
    alarms: {
      off: [
        '每日备份已关闭，可以在站点设置中打开。',
        'Daily backups are off. Turn them on in the site settings.',
      ],
      failed: [
        '上一次备份失败，下一次定时任务会从中断处继续：',
        'The last backup failed. The next scheduled run resumes it:',
      ],
      old: [
        `最近一份备份已经超过 ${TOO_OLD / HOUR} 小时，请检查定时任务。`,
        `The latest backup is older than ${TOO_OLD / HOUR} hours. Check the scheduled jobs.`,
      ],
    },
    runbook: [
      '处理方法见 docs/operations.md 的 “A backup failed or is old”。',
      'What to do: docs/operations.md, “A backup failed or is old”.',
    ],
  },
})

export type AdminOverviewText = (typeof adminOverviewTexts)['en']

export const operationsTexts = bilingual({
  title: ['运行状况', 'Operations'],
  lead: [
    '最近一天的数据，约每分钟更新一次。',
    'Figures of the last day, updated about once a minute.',
  ],
  good: ['没有需要处理的警报。', 'No alarms.'],
  requests: ['请求', 'Requests'],
  failed: ['出错', 'Errors'],
  slow: ['慢请求', 'Slow requests'],
  cron: ['定时任务', 'Scheduled runs'],
  cronFailed: [
    (failed: string) => `其中 ${failed} 次有失败`,
    (failed: string) => `${failed} failed`,
  ],
  cronNever: ['定时任务还没有运行过。', 'Scheduled jobs have not run yet.'],
  cronLast: ['定时任务上次运行于', 'Scheduled jobs last ran'],
  alarms: {
    errors: ['很多请求出错。', 'Many requests are failing.'],
    slow: ['很多请求很慢（超过一秒）。', 'Many requests are slow (over one second).'],
    cron: ['定时任务已停止运行。', 'Scheduled jobs have stopped.'],
    job: ['定时任务中有任务失败：', 'Scheduled jobs are failing:'],
    object: ['这些部分没有响应：', 'These parts are not responding:'],
    queue: ['队列太长：', 'Queues are too long:'],
    full: ['数据库快满了。', 'The database is almost full.'],
    backup: [
      '备份失败或太旧，详见下面的“备份”。',
      'The backup failed or is too old. See Backups below.',
    ],
  },
  runbook: [
    (section: string) => `处理方法：docs/operations.md，“${section}”。`,
    (section: string) => `What to do: docs/operations.md, “${section}”.`,
  ],
  refusals: ['因开销过大被拒绝的请求', 'Requests refused because of their cost'],
  refusedLead: [
    '每个用户和每个 IP 地址的开销都有上限，突发的大量请求不会拖慢其他读者。',
    'The cost of each user and each IP address is limited, so that a flood of requests does not slow down other readers.',
  ],
  refused: {
    budget: ['超出用户或 IP 地址的每分钟配额', 'Over the budget of a user or an IP address'],
    queue: ['等待超时', 'Waited too long'],
    too_complex: ['文本或图片过于复杂', 'Text or image too complex'],
  },
  routes: ['出错或最慢的路由', 'Failed or slow routes'],
  route: ['路由', 'Route'],
  worst: ['最慢', 'Slowest'],
  milliseconds: [(ms: string) => `${ms} 毫秒`, (ms: string) => `${ms} ms`],
  waiting: ['队列与存储', 'Queues and storage'],
  queues: {
    mail: ['待发送的邮件', 'Mail to send'],
    posts: ['待索引的文章', 'Posts to index'],
    comments: ['待索引的评论', 'Comments to index'],
    images: ['待清理的图片', 'Images to delete'],
  },
  bytes: {
    main: ['主数据库', 'Main database'],
    search: ['搜索数据库', 'Search database'],
  },
  megabytes: [(size: string) => `${size} MB`, (size: string) => `${size} MB`],
})

export type OperationsText = (typeof operationsTexts)['en']
