import { bilingual } from '#kernel/i18n.ts'

export const adminPostsTexts = bilingual({
  untitled: ['无标题', 'Untitled'],
  asReaders: ['读者视角', 'As readers see it'],
  touched: ['更新于', 'Updated'],
  noneWaits: ['没有待审核的文章', 'No posts to review'],
  noneWaitsHint: [
    '作者提交的文章会出现在这里，先提交的先审核。审核开关在站点设置里。',
    'Submitted posts appear here, oldest first. You can turn review on or off in the site settings.',
  ],
  noneEdited: ['没有需要查看的修改', 'No edits to check'],
  noneEditedHint: [
    '审核开启时，过审后又被作者修改的文章会出现在这里。',
    'While review is on, posts that are edited after approval appear here.',
  ],
  noneFound: ['没有找到文章', 'No posts found'],
  noneFoundHint: [
    '换个关键词、编号或状态试试。草稿可以按标题、编号或作者 UID 查找。',
    'Try another word, number or status. Drafts can be found by title, number or author UID.',
  ],
  notInQueue: {
    title: [(id: number) => `#${id} 不在队列里`, (id: number) => `#${id} is not in the queue`],
    hint: [
      '这篇文章可能已处理，或没有提交审核。',
      'An admin may already have decided on this post, or it was never submitted.',
    ],
    find: ['在全部文章中查找', 'Find it in all posts'],
    next: ['处理下一篇', 'Next in the queue'],
  },
  queue: ['队列', 'Queue'],
  more: [(count: number) => `还有 ${count} 篇`, (count: number) => `and ${count} more`],
  decide: ['处理这篇文章', 'Decide on this post'],
  reviewIt: ['审核', 'Review'],
  approve: ['通过', 'Approve'],
  reject: ['退回', 'Reject'],
  lock: ['锁定', 'Lock'],
  unlock: ['解锁', 'Unlock'],
  remove: ['删除', 'Delete'],
  seen: ['已查看', 'Seen'],
  skip: ['下一篇', 'Next'],
  back: ['上一篇', 'Previous'],
  soonApproved: [
    (seconds: number) => `${seconds} 秒后发布。再按一次立即发布。`,
    (seconds: number) => `Publishing in ${seconds} seconds. Press again to publish now.`,
  ],
  chosenTime: [
    '作者希望在 {time} 发布。在此之前通过，文章会等到这个时间再公开。',
    'The author chose {time} as the publishing time. If you approve the post before then, it becomes public at that time.',
  ],
  bulk: {
    none: ['通过所选', 'Approve selected'],
    approve: ['通过 {count} 篇', 'Approve {count}'],
    refused: ['{count} 篇没有通过：{why}', '{count} not approved: {why}'],
    held: [
      (count: number) =>
        `${count} 篇文章已通过，大约一分钟后发布。发布之前可以撤销，作者还没有收到通知。`,
      (count: number) =>
        `${count} ${count === 1 ? 'post is' : 'posts are'} approved and will be published in about a minute. Until then you can undo this; the authors are not notified yet.`,
    ],
    undo: ['撤销', 'Undo'],
    undone: ['已撤销，{count} 篇文章回到队列。', 'Undone. Back in the queue: {count}.'],
  },
  approved: ['已通过，作者会收到通知。', 'Approved. The author will be notified.'],
  unlocked: ['已解锁，恢复到锁定前的状态。', 'Unlocked. The previous status is restored.'],
  wasSeen: ['已标记为已查看。', 'Marked as seen.'],
  author: ['作者', 'Author'],
  joined: ['加入于', 'Joined'],
  approvedCount: ['通过', 'approved'],
  rejectedCount: ['退回', 'rejected'],
  lockedCount: ['锁定', 'locked'],
  totalCount: ['全部文章', 'total posts'],
  history: ['审核记录', 'Review history'],
  moves: {
    create: ['创建', 'created'],
    edit: ['修改', 'edited'],
    submit: ['提交', 'submitted'],
    withdraw: ['撤回', 'withdrew'],
    unpublish: ['取消发布', 'unpublished'],
    approve: ['通过', 'approved'],
    reject: ['退回', 'rejected'],
    lock: ['锁定', 'locked'],
    unlock: ['解锁', 'unlocked'],
    seen: ['查看修改', 'checked'],
    delete: ['删除', 'deleted'],
    undelete: ['恢复', 'restored'],
  },
  changes: ['修改内容', 'Changes'],
  changedTimes: [
    (count: number) => `过审后修改了 ${count} 次，以下是全部改动。`,
    (count: number) =>
      count === 1
        ? 'Edited once after approval.'
        : `Edited ${count} times after approval. These are the combined changes.`,
  ],
  dialog: {
    reject: {
      title: ['退回《{target}》', 'Reject “{target}”'],
      lead: [
        '作者会看到理由，修改后可以再次提交。',
        'The author sees the reason and can edit the post and submit it again.',
      ],
      button: ['退回文章', 'Reject post'],
      toast: [
        '已退回，作者会收到通知和理由。',
        'Rejected. The author will be notified with the reason.',
      ],
    },
    lock: {
      title: ['锁定《{target}》', 'Lock “{target}”'],
      lead: [
        '锁定后只有作者和管理员可见，作者不能修改。可以随时解锁。',
        'Only the author and admins can see a locked post, and it cannot be edited. You can unlock it at any time.',
      ],
      button: ['锁定文章', 'Lock post'],
      toast: ['已锁定，读者已无法看到。', 'Locked. Readers can no longer see it.'],
    },
    remove: {
      title: ['删除《{target}》', 'Delete “{target}”'],
      lead: [
        '文章会立即从全站移除，无法恢复。不扣除作者的能量。',
        'The post is removed everywhere immediately. This cannot be undone. It costs the author no energy.',
      ],
      button: ['删除文章', 'Delete post'],
      toast: ['已删除，读者已无法看到。', 'Deleted. Readers can no longer see it.'],
    },
    rejectLeadUnreviewed: [
      '审核已关闭：退回后，作者无需审核就能重新发布。如果不希望文章再次公开，请改为锁定。',
      'Review is off: authors can publish a rejected post again without review. To keep it from readers, lock it instead.',
    ],
    lockInstead: ['改为锁定', 'Lock instead'],
    unlockTitle: [(title: string) => `解锁《${title}》？`, (title: string) => `Unlock “${title}”?`],
    unlockLead: [
      '文章会恢复到锁定前的状态，作者会收到通知。',
      'The post returns to its previous status, and the author is notified.',
    ],
  },
  conflict: {
    title: ['文章已被处理', 'This post has changed'],
    body: [
      '{name} 已经对这篇文章执行了“{move}”。你的操作没有生效，也没有覆盖任何内容。',
      '{name} {move} this post in the meantime. Your action was not applied, and nothing was overwritten.',
    ],
    author: [
      '作者刚刚修改了这篇文章。你的操作没有生效，请查看新内容后再决定。',
      'The author has just edited this post. Your action was not applied. Please read the new version before you decide.',
    ],
    gone: ['这篇文章已被删除。', 'This post has been deleted.'],
    button: ['刷新', 'Reload'],
  },
  searchLabel: ['关键词、文章编号或作者 UID', 'Words, post number or author UID'],
})

export type AdminPostsText = (typeof adminPostsTexts)['en']
