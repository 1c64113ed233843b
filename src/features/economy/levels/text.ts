import { TRUSTED_DAYS, TRUSTED_HOURS, TRUSTED_LEVEL } from '#features/core/people/level.ts'
import { bilingual } from '#kernel/i18n.ts'

const inGigabytes = (megabytes: number): string =>
  megabytes < 1024 ? `${megabytes} MB` : `${megabytes / 1024} GB`

export const helpTexts = bilingual({
  title: ['帮助', 'Help'],
  description: [
    '如何写作、订阅、审核、举报、导入和导出，以及等级与能量。',
    'Writing, letters, review, reports, import and export, levels and energy.',
  ],
  topics: ['帮助主题', 'Help topics'],
  search: ['搜索帮助', 'Search the help'],
  find: ['搜索', 'Search'],
  nothingFound: [
    '没有找到相关内容。换个词试试，或者从下面的主题里选择。',
    'Nothing found. Try another word, or choose a topic below.',
  ],
  topicsLead: [
    '常见的事情怎么做，以及站点的规则。',
    'How to do common things, and the rules of the site.',
  ],
  levelsAndEnergy: ['等级与能量', 'Levels and energy'],
  lead: [
    '参与社区可以获得经验和能量：经验决定等级，能量用来为好文章充能。',
    'Take part to earn exp and energy. Exp raises your level; energy lets you boost posts you like.',
  ],
  progress: ['我的进度', 'Your progress'],
  checkedIn: ['今天已签到（北京时间）', 'Checked in today (Shanghai time)'],
  notCheckedIn: ['今天还未签到', 'Not checked in today'],
  checkIn: ['签到', 'Check in'],
  firstSteps: {
    title: ['两步发布第一篇文章', 'Two steps to your first post'],
    profile: ['取一个用户名', 'Choose a username'],
    profileHint: [
      (exp: number) => `第一次设置可获得 ${exp} 经验，立即升到 Lv1，发布文章需要它。`,
      (exp: number) => `It earns ${exp} exp and takes you to Lv1, which you need to publish.`,
    ],
    write: ['写第一篇文章', 'Write your first post'],
    writeHint: [
      '现在就可以开始写，草稿会保存在此浏览器中，升到 Lv1 后即可发布。',
      'You can start now. The draft is saved in this browser until you reach Lv1 and publish it.',
    ],
  },
  nextGoal: [
    (level: number, exp: number) => `还差 ${exp} 经验升到 Lv${level}：`,
    (level: number, exp: number) => `${exp} exp to Lv${level}: `,
  ],
  lv0: [
    '完成下面任意一项任务即可升到 Lv1，开始签到和发文。',
    'Complete any task below to reach Lv1. Then you can check in and publish.',
  ],
  tasks: [
    (exp: number) => `首次完成，每项 +${exp} 经验`,
    (exp: number) => `First-time tasks, +${exp} exp each`,
  ],
  task: {
    avatar: ['上传头像', 'Upload an avatar'],
    username: ['设置用户名', 'Set a username'],
    signature: ['写一句签名', 'Write a signature'],
  },
  done: ['已完成', 'Done'],
  toDo: ['去完成', 'Start'],
  energizeToday: [
    (exp: number, cap: number) => `今日充能经验：${exp} / ${cap}`,
    (exp: number, cap: number) => `Exp from energizing today: ${exp} / ${cap}`,
  ],
  levels: ['等级', 'Levels'],
  level: ['等级', 'Level'],
  needs: ['所需经验', 'Exp needed'],
  commentsADay: ['每天评论', 'Comments a day'],
  unlocks: ['解锁', 'Unlocks'],
  // Levels that unlock only a badge are left out.
  unlock: {
    lv0: ['阅读、点赞、评论和收藏', 'Read, like, comment and save posts'],
    lv1: ['签到和发表文章', 'Check in and publish posts'],
    lv2: ['邀请朋友注册，把文章寄给订阅者', 'Invite people, and send letters to subscribers'],
    lv3: ['评论时搜索并 @ 其他人', 'Search and @mention people in comments'],
    lv4: ['评论中添加图片', 'Attach images to comments'],
    lv6: ['传说作者徽章', 'Legendary author badge'],
  },
  trust: [
    `升到 Lv${TRUSTED_LEVEL}、注册满 ${TRUSTED_HOURS} 小时且签到满 ${TRUSTED_DAYS} 天之前，你是新人。站点可以要求审核新人的文章，并限制新人的站外链接。`,
    `You are a newcomer until you reach Lv${TRUSTED_LEVEL}, your account is ${TRUSTED_HOURS} hours old and you checked in on ${TRUSTED_DAYS} days. A site can review the posts of newcomers and limit their links to other sites.`,
  ],
  newBadge: ['新徽章', 'New badge'],
  storage: [
    (posts: number, megabytes: number) => `最多 ${posts} 篇文章，图片 ${inGigabytes(megabytes)}`,
    (posts: number, megabytes: number) =>
      `Up to ${posts} posts and ${inGigabytes(megabytes)} of images`,
  ],
  exp: ['如何获得经验', 'How to earn exp'],
  energy: ['如何使用能量', 'What energy is for'],
  event: ['行为', 'Action'],
  change: ['数值', 'Amount'],
  gainsExp: {
    checkIn: [
      '每日签到（每天首次访问自动签到，按北京时间）',
      'Daily check-in (automatic on your first visit of the day, Shanghai time)',
    ],
    task: [
      '首次上传头像、设置用户名、填写签名，每项',
      'First avatar, first username and first signature, each',
    ],
    energize: [
      (cap: number) => `为别人的文章充能，每点能量（每天最多 ${cap}）`,
      (cap: number) => `Energizing other people’s posts, per energy spent (up to ${cap} a day)`,
    ],
  },
  movesEnergy: {
    checkIn: ['每日签到', 'Daily check-in'],
    energized: ['文章被充能（轻 / 重）', 'Your post is energized (light / heavy)'],
    energize: [
      (cap: number) => `为文章充能（轻 / 重），每篇最多 ${cap}`,
      (cap: number) => `Energizing a post (light / heavy), up to ${cap} per post`,
    ],
    rename: [
      '修改用户名（首次免费，未通过审核会退还）',
      'Changing your username (first change free; refunded if rejected)',
    ],
    deletePost: ['删除自己的文章', 'Deleting your own post'],
  },
  days: [
    '签到、每日上限和数据统计按北京时间计算，每天零点开始新的一天。',
    'For check-ins, daily limits and statistics, a day starts at midnight, Shanghai time.',
  ],
  negative: [
    '能量可以为负。为负时不能充能和修改用户名，但可以签到、被充能和删除文章。',
    'Energy can be negative. Then you can’t energize posts or change your username, but you can still check in, get energized and delete posts.',
  ],
})

export type HelpText = (typeof helpTexts)['en']

/** What a level unlocks besides its badge, or undefined if it unlocks only the badge. */
export function unlockedAt(level: number, text: HelpText): string | undefined {
  const unlock: Record<string, string> = text.unlock
  return unlock[`lv${level}`]
}
