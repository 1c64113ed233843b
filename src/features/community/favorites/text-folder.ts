import { bilingual } from '#kernel/i18n.ts'

export const folderTexts = bilingual({
  items: [(count: number) => `${count} 篇文章`, (count: number) => (count === 1 ? '1 post' : `${count} posts`)],
  public: ['公开', 'Public'],
  private: ['私密', 'Private'],
  default: ['默认', 'Default'],
  new: ['新建收藏夹', 'New folder'],
  name: ['名称', 'Name'],
  nameHint: [(max: number) => `最多 ${max} 个字符。`, (max: number) => `At most ${max} characters.`],
  isPublic: ['公开：所有人都能查看和订阅这个收藏夹', 'Public: everyone can see this folder and subscribe to it'],
  create: ['创建', 'Create'],
  created: ['收藏夹“{name}”已创建。', 'Folder “{name}” created.'],
  edit: ['编辑', 'Edit'],
  editOf: [(name: string) => `编辑收藏夹“${name}”`, (name: string) => `Edit folder “${name}”`],
  save: ['保存', 'Save'],
  saved: ['已保存。', 'Saved.'],
  delete: ['删除', 'Delete'],
  deleteOf: [(name: string) => `删除收藏夹“${name}”`, (name: string) => `Delete folder “${name}”`],
  deleted: ['收藏夹已删除。', 'Folder deleted.'],
  deleteTitle: [(name: string) => `删除“${name}”？`, (name: string) => `Delete “${name}”?`],
  deleteBody: [
    '仅收藏在这里的文章会被取消收藏，文章本身不受影响。',
    'Posts that are only in this folder will no longer be favourites. The posts themselves are not deleted.',
  ],
  by: [(name: string) => `${name} 的收藏夹`, (name: string) => `Folder by ${name}`],
  back: [(name: string) => `${name} 的收藏`, (name: string) => `${name}’s favourites`],
  description: [
    (folder: string, name: string) => `${name} 收藏在“${folder}”里的文章。`,
    (folder: string, name: string) => `Posts that ${name} added to “${folder}”.`,
  ],
  feed: ['订阅', 'Feed'],
  empty: ['这个收藏夹还是空的', 'This folder is empty'],
  emptyOwn: ['遇到喜欢的文章，点文章下方的“收藏”就会出现在这里。', 'To add a post, use the Favourite button below it.'],
  emptyOther: ['主人还没有收藏文章，过些时候再来看看吧。', 'Its owner has not added any posts yet.'],
  noMore: ['没有更多文章了。', 'No more posts.'],
  browse: ['去看看文章', 'Browse posts'],
  hidden: [
    (count: number) => `另有 ${count} 篇文章未公开，没有列出。`,
    (count: number) =>
      count === 1
        ? '1 more post is not listed because it is not public.'
        : `${count} more posts are not listed because they are not public.`,
  ],
  remove: [(title: string) => `将《${title}》移出收藏夹`, (title: string) => `Remove “${title}” from folder`],
  removed: ['已移出收藏夹。', 'Removed from folder.'],
})

export type FolderText = (typeof folderTexts)['en']
