import { bilingual } from '#kernel/i18n.ts'

export const postTexts = bilingual({
  list: {
    posts: ['文章', 'Posts'],
    hotPosts: ['热门文章', 'Hot posts'],
    postsLead: ['社区最近发表的文章。', 'Posts by the community.'],
    description: ['社区最新、最热门的文章。', 'The newest and hottest posts of the community.'],
    byTag: [(tag: string) => `#${tag}`, (tag: string) => `#${tag}`],
    tagLead: [
      (count: number) => `${count} 篇文章`,
      (count: number) => (count === 1 ? '1 post' : `${count} posts`),
    ],
    tagDescription: [
      (tag: string) => `带有“${tag}”标签的文章。`,
      (tag: string) => `Posts tagged “${tag}”.`,
    ],
    translation: [
      (tag: string) => `这里和关注都不包括另一种语言的同一标签“${tag}”。`,
      (tag: string) =>
        `This list and a follow do not include “${tag}”, the same tag in the other language.`,
    ],
    byAuthor: [(name: string) => `${name} 的文章`, (name: string) => `Posts by ${name}`],
    byAuthorDescription: [
      (name: string) => `${name} 在本站发表的文章。`,
      (name: string) => `Posts published by ${name}.`,
    ],
    unknownAuthor: ['作者不存在', 'Author not found'],
    tabs: ['排序', 'Sort'],
    new: ['最新', 'New'],
    hot: ['热门', 'Hot'],
    following: ['关注', 'Following'],
    followedPosts: ['你关注的内容', 'Posts that you follow'],
    followingLead: [
      '你关注的人、标签和系列的最新文章。',
      'New posts by the people, tags and series you follow.',
    ],
    followingCut: [
      (count: number) => `你最近关注的 ${count} 人，以及你关注的标签和系列的文章。`,
      (count: number) =>
        `Posts by the last ${count} people you followed, and of your tags and series.`,
    ],
    emptyFollowing: [
      '关注作者、标签或系列，新文章会出现在这里。',
      'Follow people, tags or series to see their posts here.',
    ],
    feed: ['订阅', 'Feed'],
    listLanguage: ['文章语言', 'Post language'],
    allLanguages: ['全部', 'All'],
    emptyReads: ['还没有这种语言的文章。', 'There are no posts in this language yet.'],
    empty: ['这里还没有文章', 'No posts here yet'],
    emptySite: ['来写第一篇文章吧。', 'Be the first to write a post.'],
    emptyTag: ['还没有公开的文章使用这个标签。', 'No public posts use this tag yet.'],
    emptyAuthor: ['这位作者还没有公开的文章。', 'This author has no public posts yet.'],
    allPosts: ['浏览全部文章', 'Browse all posts'],
    write: ['写一篇', 'Write a post'],
    join: ['加入我们', 'Join us'],
  },
  card: {
    views: [
      (_: number, shown: string) => `${shown} 次阅读`,
      (count: number, shown: string) => `${shown} ${count === 1 ? 'view' : 'views'}`,
    ],
    minutes: [
      (minutes: number) => `约 ${minutes} 分钟`,
      (minutes: number) => `${minutes} min read`,
    ],
    likes: ['赞', 'likes'],
    comments: ['评论', 'comments'],
    energy: ['能量', 'energy'],
    tags: ['标签', 'Tags'],
    untitled: ['无标题', 'Untitled'],
    pinned: ['置顶', 'Pinned'],
  },
  front: {
    newest: ['最新文章', 'Newest posts'],
    others: ['英文文章', 'Posts in Chinese'],
    series: ['系列', 'Series'],
    about: ['站点介绍', 'About this site'],
    soon: [
      '这个站点刚刚建立，第一批文章即将发布。',
      'This site has just opened. The first posts are on their way.',
    ],
    soonForMembers: [
      '这个站点刚刚建立，还没有文章，来写第一篇吧。',
      'This site has just opened and has no posts yet. Yours can be the first.',
    ],
    join: ['加入我们', 'Join us'],
    writeFirst: ['写第一篇文章', 'Write the first post'],
    subscribe: ['订阅更新', 'Subscribe to the feed'],
  },
  side: {
    continueReading: ['继续阅读', 'Continue reading'],
    hot: ['本周热门', 'Hot this week'],
    hotOrder: [
      '按点赞、评论、收藏、能量和发布时间排序',
      'Ranked by likes, comments, saves, energy and age',
    ],
    authors: ['活跃作者', 'Active authors'],
    best: ['历来最佳', 'Best of all time'],
    related: ['相关标签', 'Related tags'],
    comments: ['最新评论', 'Recent comments'],
    about: ['评论于', 'on'],
    tags: ['常用标签', 'Popular tags'],
    invite: ['加入我们', 'Join us'],
    inviteBody: [
      '写下所思所想，每天签到积攒能量，送给打动你的文章。',
      'Share your thoughts, check in daily to collect energy, and give it to posts you love.',
    ],
    register: ['注册', 'Sign up'],
    login: ['登录', 'Log in'],
  },
})

export type PostText = (typeof postTexts)['en']
