import { ACTIVITY_DAYS } from '#features/operations/admin/overview/overview.ts'
import { DAILY_KEPT, WEEKLY_KEPT } from '#features/operations/backups/retention.ts'
import { TOO_OLD } from '#features/operations/backups/status.ts'
import { HOUR } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminOverviewTexts = bilingual({
  'zh-CN': {
    description: '审核文章，管理成员、评论、能量和站点。',
    waiting: '等待处理',
    pendingPosts: '待审核的文章',
    editedPosts: '通过后又修改的文章',
    pendingProfiles: '待审核的资料',
    openReports: '待处理的举报',
    nothing: '没有等待处理的事项，喝杯茶吧。',
    totals: '站点',
    users: '成员',
    posts: '文章',
    commentsToday: '今日评论',
    activity: `最近 ${ACTIVITY_DAYS} 天`,
    series: { users: '新成员', posts: '新文章', comments: '新评论', check_ins: '签到' },
    sum: (sum: string, today: string) => `共 ${sum}，今天 ${today}`,
    chart: (name: string, sum: number, today: number) => `${name}：最近 ${ACTIVITY_DAYS} 天共 ${sum}，今天 ${today}`,
    asTable: '每天的数字',
    day: '日期',
    check: {
      title: '数据核对',
      lead: '能量余额与流水、各种计数与实际记录是否一致。每十五分钟自动核对一部分。',
      never: '还没有核对过。',
      good: (count: string) => `最近一次完整核对了 ${count} 项，没有发现不一致。`,
      bad: '发现不一致，请尽快检查：',
      running: (count: string) => `正在核对，已核对 ${count} 项…`,
      run: '立即核对',
    },
    backups: {
      title: '备份',
      lead: `每天凌晨由定时任务写入备份存储桶，保留 ${DAILY_KEPT} 天和 ${WEEKLY_KEPT} 周。`,
      never: '还没有备份。第一份会在下一次定时任务中产生。',
      good: '每日备份正常。',
      last: '最近一份',
      rows: '数据行',
      images: '图片',
      kept: '保留份数',
      alarms: {
        off: '每日备份已关闭。可以在站点设置中打开。',
        failed: '上一次备份失败了，下一次定时任务会从中断处继续：',
        old: `最近一份备份已经超过 ${TOO_OLD / HOUR} 小时，请检查定时任务。`,
      },
      runbook: '处理方法见 docs/operations.md 的 “A backup failed or is old”。',
    },
  },
  en: {
    description: 'Review posts, look after people, comments, energy and the site.',
    waiting: 'Waiting for a decision',
    pendingPosts: 'Posts to review',
    editedPosts: 'Posts edited after approval',
    pendingProfiles: 'Profiles to review',
    openReports: 'Reports to decide',
    nothing: 'Nothing waits for a decision. Have a cup of tea.',
    totals: 'The site',
    users: 'People',
    posts: 'Posts',
    commentsToday: 'Comments today',
    activity: `The last ${ACTIVITY_DAYS} days`,
    series: { users: 'New people', posts: 'New posts', comments: 'New comments', check_ins: 'Check-ins' },
    sum: (sum: string, today: string) => `${sum} in all, ${today} today`,
    chart: (name: string, sum: number, today: number) =>
      `${name}: ${sum} in the last ${ACTIVITY_DAYS} days, ${today} today`,
    asTable: 'The figures day by day',
    day: 'Day',
    check: {
      title: 'Check of the data',
      lead: 'Whether balances agree with the ledger, and counts with the rows they stand for. A part is checked every quarter of an hour.',
      never: 'Nothing has been checked yet.',
      good: (count: string) => `The last whole check looked at ${count} rows and found no difference.`,
      bad: 'Differences were found. Please look into them:',
      running: (count: string) => `Checking, ${count} rows so far…`,
      run: 'Check now',
    },
    backups: {
      title: 'Backups',
      lead: `Made by the cron early every morning, in the bucket of backups. ${DAILY_KEPT} days and ${WEEKLY_KEPT} weeks are kept.`,
      never: 'There is none yet. The next run of the cron makes the first.',
      good: 'The daily backups are as they should be.',
      last: 'The last one',
      rows: 'Rows in it',
      images: 'Images in it',
      kept: 'Backups kept',
      alarms: {
        off: 'Daily backups are off. The site settings turn them on.',
        failed: 'The last one failed. The next run of the cron goes on where it was cut:',
        old: `The last one is older than ${TOO_OLD / HOUR} hours. Please look at the cron.`,
      },
      runbook: 'What to do: docs/operations.md, “A backup failed or is old”.',
    },
  },
})

export type AdminOverviewText = (typeof adminOverviewTexts)['en']
