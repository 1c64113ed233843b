import { bilingual } from '#kernel/i18n.ts'

export const spaceTexts = bilingual({
  topics: ['标签和系列', 'Tags and series'],
  title: [(name: string) => `${name} 的空间`, (name: string) => `${name}’s space`],
  description: [
    (name: string) => `${name} 在本站发表的文章、关注和收藏。`,
    (name: string) => `${name}’s posts, following and favourites.`,
  ],
  tabsLabel: ['空间内容', 'Space sections'],
  tabs: {
    articles: ['文章', 'Posts'],
    following: ['关注', 'Following'],
    followers: ['粉丝', 'Followers'],
    favorites: ['收藏', 'Favourites'],
    settings: ['设置', 'Settings'],
  },
  noSignature: ['还没有填写签名。', 'No signature yet.'],
  gone: [
    '该账号已注销，文章仍然保留。',
    'This account has been deleted. Its posts are still available.',
  ],
  since: ['加入于', 'Joined'],
  figures: ['概况', 'Statistics'],
  feed: ['订阅', 'Feed'],
  more: ['更多操作', 'More actions'],
  editProfile: ['编辑资料', 'Edit profile'],
  private: ['列表未公开', 'This list is private'],
  privateBody: [
    (name: string) => `${name} 没有公开关注和粉丝列表。`,
    (name: string) => `${name} keeps their following and followers private.`,
  ],
  privateOwn: ['只有你和管理员能看到这个列表。', 'Only you and admins can see this list.'],
  privateAsAdmin: [
    '这个列表未公开，你以管理员身份查看。',
    'This list is private. You see it as an admin.',
  ],
  changePrivacy: ['修改', 'Change'],
  noArticles: ['还没有文章', 'No posts yet'],
  noArticlesOwn: [
    '写下第一篇文章，它会出现在这里。',
    'Write your first post. It will appear here.',
  ],
  noArticlesOther: ['等 TA 发表文章后再来看看吧。', 'Check back later.'],
  write: ['写文章', 'Write a post'],
  noFollowing: ['还没有关注任何人', 'Not following anyone yet'],
  noFollowers: ['还没有粉丝', 'No followers yet'],
  noFollowingOwn: [
    '关注感兴趣的作者，他们的新文章会出现在首页的“关注”中。',
    'Follow authors you like. Their new posts appear under “Following” on the home page.',
  ],
  noFollowersOwn: [
    '发表文章、留下评论，喜欢你的人会找到你。',
    'Publish posts and comments to help people find you.',
  ],
  noPeopleOther: ['过些时候再来看看吧。', 'Check back later.'],
  discover: ['去看看文章', 'Browse posts'],
  noMore: ['没有更多了。', 'No more items.'],
  peopleLabel: {
    following: ['关注的人', 'People followed'],
    followers: ['粉丝', 'Followers'],
  },
  noFolders: ['没有公开的收藏夹', 'No public folders'],
  noFoldersOther: ['TA 公开的收藏夹会出现在这里。', 'Public folders appear here.'],
  noFoldersOwn: ['还没有收藏夹', 'No folders yet'],
  noFoldersOwnBody: [
    '点击文章下方的收藏，文章会放入默认收藏夹。也可以新建收藏夹，分类收藏。',
    'Use the Favourite button below a post to add it to your default folder. You can also create folders to organise your favourites.',
  ],
  foldersLead: [
    '私密的收藏夹只有你能看到，公开的收藏夹所有人都能看到。',
    'Only you can see private folders. Everyone can see public folders.',
  ],
  privacy: ['隐私', 'Privacy'],
  privacyLabel: ['公开我的关注和粉丝列表', 'Show my following and followers lists'],
  privacyHint: [
    '关闭后，只有你和管理员能看到这两个列表。人数仍会显示。',
    'When off, only you and admins can see these lists. The numbers stay visible.',
  ],
  privacyOn: ['列表已公开。', 'Your lists are now public.'],
  privacyOff: ['列表已设为不公开。', 'Your lists are now private.'],
  moreSettings: ['更多设置', 'More settings'],
})

export type SpaceText = (typeof spaceTexts)['en']
