import { bilingual } from '#kernel/i18n.ts'

export const studioTexts = bilingual({
  title: ['创作中心', 'Studio'],
  description: ['写文章，管理你的内容。', 'Write and manage your posts.'],
  navLabel: ['创作中心', 'Studio'],
  nav: {
    overview: ['概览', 'Overview'],
    posts: ['内容管理', 'Content'],
    drafts: ['草稿箱', 'Drafts'],
    series: ['系列', 'Series'],
    analytics: ['数据分析', 'Analytics'],
    letters: ['邮件订阅', 'Letters'],
    import: ['导入', 'Import'],
    write: ['写文章', 'Write'],
  },
  untitled: ['无标题', 'Untitled'],
  actionOn: [
    (action: string, title: string) => `${action}：${title}`,
    (action: string, title: string) => `${action}: ${title}`,
  ],
  noWords: ['还没有内容', 'No text yet'],
  all: ['全部', 'All'],
  scheduled: ['定时发布', 'Scheduled'],
  filterLabel: ['按状态筛选', 'Filter by status'],
  listLabel: ['我的文章', 'My posts'],
  toNewest: ['回到最新', 'Back to newest'],
  end: ['没有更多了。', 'No more posts.'],
  overview: {
    hello: [
      (name: string) => `${name}，今天写点什么？`,
      (name: string) => `What will you write today, ${name}?`,
    ],
    unfinished: ['继续写', 'Continue writing'],
    pending: ['审核中', 'In review'],
    published: ['已发布', 'Published'],
    more: ['查看全部', 'View all'],
    countsLabel: ['各状态的文章数', 'Posts by status'],
  },
  drafts: {
    title: ['草稿箱', 'Drafts'],
    lead: [
      '只有你和管理员能看到。写作时会自动保存。',
      'Only you and the admins can see these. Drafts are saved automatically while you write.',
    ],
  },
  posts: {
    title: ['内容管理', 'Content'],
    lead: ['你的全部文章及其状态。', 'All your posts and their status.'],
  },
  post: {
    updated: ['更新于', 'Updated'],
    published: ['发布于', 'Published'],
    rejected: ['未通过审核', 'Rejected in review'],
    locked: ['已被管理员锁定', 'Locked by an admin'],
    noReason: ['未说明原因。', 'No reason was given.'],
    pending: [
      '正在等待管理员审核，审核期间不能修改。',
      'Waiting for review by an admin. You cannot edit the post until then.',
    ],
    likes: ['赞', 'likes'],
    comments: ['评论', 'comments'],
    favorites: ['收藏', 'favourites'],
    energy: ['能量', 'energy'],
    views: ['阅读', 'views'],
  },
  actions: {
    edit: ['编辑', 'Edit'],
    goOn: ['继续写', 'Continue writing'],
    view: ['查看', 'View'],
    preview: ['预览', 'Preview'],
    history: ['历史', 'History'],
    figures: ['数据', 'Figures'],
    submit: ['提交审核', 'Submit for review'],
    submitAgain: ['再次提交', 'Submit again'],
    publish: ['发布', 'Publish'],
    withdraw: ['撤回', 'Withdraw'],
    unpublish: ['取消发布', 'Unpublish'],
    remove: ['删除', 'Delete'],
  },
  withdraw: {
    title: [(title: string) => `撤回《${title}》？`, (title: string) => `Withdraw “${title}”?`],
    body: [
      '文章会变回草稿，修改后可以再次提交。',
      'The post becomes a draft again. You can edit it and submit it again.',
    ],
    done: ['已撤回，文章已变回草稿。', 'Withdrawn. The post is a draft again.'],
  },
  unpublish: {
    title: [
      (title: string) => `取消发布《${title}》？`,
      (title: string) => `Unpublish “${title}”?`,
    ],
    body: [
      '文章会立即从全站隐藏，变回草稿。点赞、评论、收藏和能量会保留，再次发布后恢复。还没发出的订阅邮件会取消，再次发布也不会补发。',
      'The post becomes a draft and is hidden from everyone immediately. It keeps its likes, comments, favourites and energy, and they return when you publish it again. A letter that has not been sent yet is cancelled, and none is sent later.',
    ],
    done: ['已取消发布，文章已变回草稿。', 'Unpublished. The post is a draft again.'],
  },
  remove: {
    title: [(title: string) => `删除《${title}》？`, (title: string) => `Delete “${title}”?`],
    body: [
      (cost: number, energy: number, days: number) =>
        `删除需要 ${cost} 能量，删除后剩余 ${energy - cost} 能量。文章会立即从全站移除，并在回收站保留 ${days} 天，期间可免费恢复为草稿。`,
      (cost: number, energy: number, days: number) =>
        `This costs ${cost} energy and leaves you with ${energy - cost}. The post is removed from the site immediately and stays in the bin for ${days} days. During that time you can restore it as a draft for free.`,
    ],
    button: [
      (cost: number) => `消耗 ${cost} 能量删除`,
      (cost: number) => `Delete for ${cost} energy`,
    ],
    done: ['已删除，剩余 {energy} 能量。', 'Deleted. You have {energy} energy left.'],
  },
  empty: {
    all: {
      title: ['还没有文章', 'No posts yet'],
      body: [
        '写下你的第一篇文章。写作时会自动保存，不用担心丢失。',
        'Write your first post. It is saved automatically while you write.',
      ],
    },
    draft: {
      title: ['没有草稿', 'No drafts'],
      body: [
        '开始写新文章，内容会自动保存到这里。',
        'Start a new post. It is saved here automatically.',
      ],
    },
    pending: {
      title: ['没有等待审核的文章', 'No posts in review'],
      body: [
        '已提交、等待审核的文章会显示在这里。',
        'Submitted posts appear here until they are reviewed.',
      ],
    },
    approved: {
      title: ['还没有发布的文章', 'No published posts yet'],
      body: ['发布后，所有人都能读到。', 'Everyone can read your published posts.'],
    },
    rejected: {
      title: ['没有未通过审核的文章', 'No rejected posts'],
      body: [
        '未通过审核的文章和原因会显示在这里，修改后可以再次提交。',
        'Posts that did not pass review appear here with the reason. You can edit them and submit them again.',
      ],
    },
    locked: {
      title: ['没有被锁定的文章', 'No locked posts'],
      body: [
        '被管理员锁定的文章只有你和管理员能看到。',
        'Posts locked by an admin are visible only to you and the admins.',
      ],
    },
    scheduled: {
      title: ['没有定时发布的文章', 'No scheduled posts'],
      body: [
        '写好草稿，设定时间，到时会自动发布。',
        'Write a draft and choose a time. The post is then published automatically.',
      ],
    },
    deleted: {
      title: ['回收站是空的', 'The bin is empty'],
      body: [
        '删除的文章会在这里保留一段时间，期间可以恢复。',
        'Deleted posts stay here for a while and can be restored.',
      ],
    },
  },
  preview: {
    title: [(title: string) => `预览：${title}`, (title: string) => `Preview: ${title}`],
    note: ['预览：读者看到的就是这样。', 'Preview: this is what readers will see.'],
    unsaved: [
      '包含尚未保存的修改，这些修改只存在于此浏览器中。',
      'It includes unsaved changes, which are only in this browser.',
    ],
    edit: ['继续编辑', 'Continue editing'],
  },
})

export type StudioText = (typeof studioTexts)['en']

export const binTexts = bilingual({
  name: ['回收站', 'Bin'],
  until: ['将于 {time} 彻底删除', 'Will be permanently deleted on {time}'],
  restore: ['恢复', 'Restore'],
  restored: ['已恢复为草稿。', 'Restored as a draft.'],
  restoredNotice: ['文章已恢复为草稿。', 'The post is a draft again.'],
  openDraft: ['继续编辑', 'Continue editing'],
  restoredLocked: ['已恢复，文章仍处于锁定状态。', 'Restored. The post is still locked.'],
})

export const scheduleTexts = bilingual({
  later: ['定时发布…', 'Publish later…'],
  listed: ['将于 {time} 发布', 'Scheduled for {time}'],
  listedReview: ['将于 {time} 提交审核', 'Will be submitted for review on {time}'],
  listedWaiting: [
    '若在 {time} 前通过审核，将在该时间发布；否则通过后立即发布。',
    'If approved by {time}, it is published at that time; otherwise as soon as it is approved.',
  ],
  listedPassed: ['已通过审核，将于 {time} 发布', 'Approved. Will be published on {time}'],
  listedBefore: [
    '原定于 {time} 发布，现已不再生效',
    'Was scheduled for {time}. This time no longer applies.',
  ],
  willBePublished: [
    '将于 {time} 发布，以届时保存的内容为准。在此之前可以继续修改。',
    'The version saved by {time} will be published. Until then you can continue writing.',
  ],
  willBeSubmitted: [
    '将于 {time} 提交审核，以届时保存的内容为准。在此之前可以继续修改。',
    'The version saved by {time} will be submitted for review. Until then you can continue writing.',
  ],
  passed: [
    '这个版本已通过审核，将于 {time} 发布。修改正文后需要重新审核；只改时间不需要。',
    'This version is approved. It will be published on {time}. An edit needs another review. A new time does not.',
  ],
  planned: [
    '原定于 {time} 发布，提交后不再生效。需要的话，请重新选择时间。',
    'This post was scheduled for {time}. That time no longer applies. Choose a time again if you still want one.',
  ],
  modeLabel: ['到时会怎样', 'What happens at this time'],
  mode: {
    draft: {
      label: ['到时提交审核', 'Submit for review at this time'],
      hint: [
        '在此之前可以继续修改。通过审核后发布，会晚于这个时间。',
        'Until then you can continue writing. The post is published once it is approved, which is later than this time.',
      ],
    },
    'once-approved': {
      label: ['现在提交，通过后在这个时间发布', 'Submit now, publish at this time once approved'],
      hint: [
        '审核期间不能修改。到时还没通过的话，通过后立即发布。',
        'You cannot edit the post during the review. If it is not approved by then, it is published as soon as it is.',
      ],
    },
  },
  submitAt: ['提交审核的时间', 'Submit for review at'],
  submitAndSchedule: ['提交并定时', 'Submit and schedule'],
  at: ['发布时间', 'Publish at'],
  hint: ['使用你所在的时区。', 'In your time zone.'],
  schedule: ['定时', 'Schedule'],
  change: ['更改时间', 'Change time'],
  cancel: ['取消定时', 'Cancel schedule'],
})
