import { DAILY_KEPT, WEEKLY_KEPT } from '#features/operations/backups/retention.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminSiteTexts = bilingual({
  'zh-CN': {
    title: '站点设置',
    lead: '改变立即生效，其他节点在几秒内跟上，并记入操作日志。',
    switches: {
      'audit.enabled': {
        label: '审核',
        hint: '打开后：新文章先成为草稿，提交后等待审核；修改用户名和签名也要审核；已发布的文章被修改会列给管理员看。\n关闭后：提交即发布，资料修改立即生效。\n已经在等待的文章和资料不会因为关闭而通过，仍要逐个处理。',
        on: '审核已打开。',
        off: '审核已关闭。等待中的仍需逐个处理。',
      },
      'registration.enabled': {
        label: '开放注册',
        hint: '关闭后，新访客不能注册，已有成员不受影响。',
        on: '注册已开放。',
        off: '注册已关闭。',
      },
      'comments.enabled': {
        label: '开放评论',
        hint: '关闭后，所有文章都不能发表新评论，已有评论仍然可以阅读。',
        on: '评论已开放。',
        off: '评论已关闭。',
      },
      'email.verification_required': {
        label: '要求确认邮箱',
        hint: '打开后，没有确认邮箱的成员不能发布文章和评论。确认链接由邮件发出：没有邮件服务的站点，请不要打开。',
        on: '现在要求确认邮箱。',
        off: '不再要求确认邮箱。',
      },
      'backups.enabled': {
        label: '每日备份',
        hint: `打开后：每天凌晨把数据库和图片复制到备份存储桶，保留最近 ${DAILY_KEPT} 天各一份和之前 ${WEEKLY_KEPT} 周各一份。\n关闭后：不再产生新的备份，已有的备份保留。`,
        on: '每日备份已打开。',
        off: '每日备份已关闭。',
      },
      'views.public': {
        label: '公开阅读次数',
        hint: '打开后，列表和文章页会显示每篇文章被读了多少次。作者在创作中心始终能看到自己的。',
        on: '阅读次数已公开。',
        off: '阅读次数不再公开。',
      },
    },
  },
  en: {
    title: 'Site settings',
    lead: 'Changes count at once here and within seconds elsewhere, and are in the audit log.',
    switches: {
      'audit.enabled': {
        label: 'Review',
        hint: 'On: a new post is a draft first, and waits for a decision once it is submitted; new usernames and signatures wait too; edits of published posts are shown to admins.\nOff: submitting publishes, and profile changes count at once.\nWhat already waits is not approved by turning this off: it still has to be decided on, one by one.',
        on: 'Review is on.',
        off: 'Review is off. What waits still has to be decided on.',
      },
      'registration.enabled': {
        label: 'Registration',
        hint: 'Off: nobody new can sign up. Members are not affected.',
        on: 'Registration is open.',
        off: 'Registration is closed.',
      },
      'comments.enabled': {
        label: 'Comments',
        hint: 'Off: no post takes new comments. What was written can still be read.',
        on: 'Comments are open.',
        off: 'Comments are closed.',
      },
      'email.verification_required': {
        label: 'Confirmed e-mail',
        hint: 'On: whoever has not confirmed their address publishes neither posts nor comments. The link to confirm it comes by mail, so leave this off where the site cannot send any.',
        on: 'A confirmed e-mail is asked for now.',
        off: 'A confirmed e-mail is no longer asked for.',
      },
      'backups.enabled': {
        label: 'Daily backups',
        hint: `On: early every morning (Shanghai time) the database and the images are copied to the bucket of backups. One of each of the last ${DAILY_KEPT} days is kept, and one of each of the ${WEEKLY_KEPT} weeks before.\nOff: no new backup is made. Those that are there stay.`,
        on: 'Daily backups are on.',
        off: 'Daily backups are off.',
      },
      'views.public': {
        label: 'Public views',
        hint: 'On: lists and posts say how often each post was read. Authors always see it of their own, in the studio.',
        on: 'Views are public.',
        off: 'Views are no longer public.',
      },
    },
  },
})
