import { bilingual } from '#kernel/i18n.ts'

export const writeTexts = bilingual({
  new: ['写文章', 'Write a post'],
  edit: ['编辑文章', 'Edit post'],
  editTitle: [(title: string) => `编辑文章：${title}`, (title: string) => `Edit post: ${title}`],
  back: ['内容管理', 'Content'],
  needsScript: [
    '写作需要启用 JavaScript。阅读不受影响。',
    'Writing requires JavaScript. Reading does not.',
  ],
  title: ['标题', 'Title'],
  titlePlaceholder: ['标题', 'Title'],
  body: ['正文', 'Text'],
  bodyPlaceholder: [
    '开始写作……输入 / 插入图片、表格、公式等，也支持 Markdown',
    'Start writing… Type / to insert images, tables, formulas and more. Markdown works too',
  ],
  loading: ['编辑器加载中…', 'Loading the editor…'],
  preview: ['预览', 'Preview'],
  previewHint: ['在新标签页中预览读者看到的效果', 'Preview in a new tab'],
  silencedDrafts: [
    '你仍可以保存草稿，禁言解除后再发布。',
    'You can still save drafts and publish them later.',
  ],
  save: ['保存草稿', 'Save draft'],
  saveChanges: ['保存修改', 'Save changes'],
  saveAsDraft: ['存为草稿', 'Save as draft'],
  publish: ['发布', 'Publish'],
  submit: ['提交审核', 'Submit for review'],
  submitAgain: ['再次提交', 'Submit again'],
  next: ['接下来', 'What happens next'],
  history: ['历史版本', 'Earlier versions'],
  help: ['写作帮助', 'Help with writing'],
  reviewHelp: ['审核是怎样进行的', 'How review works'],
  outcome: {
    publish: [
      '点击“发布”后，文章会立即公开，所有人都能看到。发布后仍可修改。',
      '“Publish” makes the post public immediately. You can still edit it afterwards.',
    ],
    review: [
      (button: string) =>
        `点击“${button}”后，文章将进入审核，期间不能修改；通过后公开，结果会通知你。审核完成前可随时撤回。`,
      (button: string) =>
        `“${button}” sends the post to the admins. You cannot edit it during the review. It becomes public once approved. You will get a notification with the result. Until then you can withdraw it at any time.`,
    ],
    edit: [
      '文章已公开。点击“保存修改”后，改动立即对读者生效。',
      'This post is public. “Save changes” makes your changes live immediately.',
    ],
    editReviewed: ['管理员会看到改动前后的对比。', 'Admins will see what changed.'],
    editKept: [
      '保存之前，改动只存在于此浏览器中，读者看不到。',
      'Until you save, your changes are only in this browser and readers cannot see them.',
    ],
    rejectedKept: [
      '在你保存或再次提交之前，修改只存在于此浏览器中；保存后文章会变回草稿。',
      'Until you save or submit again, your changes are only in this browser. Saving makes the post a draft.',
    ],
  },
  details: ['文章信息', 'Post details'],
  cover: ['封面', 'Cover'],
  coverHint: [
    '显示在列表和分享卡片里，建议横图。没有封面时，分享卡片显示标题和作者。',
    'Shown in lists and on share cards. Landscape works best. Without a cover, share cards show the title and your name.',
  ],
  chooseCover: ['选择图片…', 'Choose an image…'],
  changeCover: ['换一张', 'Change'],
  removeCover: ['移除封面', 'Remove cover'],
  coverProgress: ['封面上传进度', 'Cover upload progress'],
  dropHere: ['松开即可上传', 'Drop to upload'],
  summary: ['摘要', 'Summary'],
  summaryHint: ['留空则自动截取正文开头。', 'If empty, the start of the text is used.'],
  canonicalUrl: ['原文链接', 'Canonical link'],
  canonicalUrlHint: [
    '文章已在其他网站发表过？填写原文的 https 链接，搜索引擎会以原文为准，文章页会注明首发网站。',
    'First published at another site? Enter the https URL of that page. Search engines prefer it, and readers see where the post appeared first.',
  ],
  series: ['系列', 'Series'],
  noSeries: ['不属于任何系列', 'None'],
  newSeries: ['新系列的名称', 'Title of a new series'],
  createSeries: ['新建', 'Create'],
  manageSeries: ['管理系列', 'Manage series'],
  ai: {
    label: ['使用 AI 的情况', 'Use of AI'],
    hint: ['显示在作者名旁边。', 'Shown beside your name.'],
    none: ['未使用 AI', 'Written without AI'],
    helped: ['AI 辅助', 'AI-assisted'],
    made: ['AI 生成', 'Made by AI'],
  },
  tags: ['标签', 'Tags'],
  tagsHint: [
    (most: number, length: number) =>
      `最多 ${most} 个，每个不超过 ${length} 个字符，回车或逗号确认。`,
    (most: number, length: number) =>
      `Up to ${most} tags, ${length} characters each. Press Enter or comma to add a tag.`,
  ],
  tagsPlaceholder: ['添加标签', 'Add a tag'],
  tagsChosen: ['已选标签', 'Selected tags'],
  tagsOffered: ['标签建议', 'Suggested tags'],
  toolbar: ['格式', 'Formatting'],
  tools: {
    undo: ['撤销', 'Undo'],
    redo: ['重做', 'Redo'],
    heading2: ['大标题 H2', 'Large heading, H2'],
    heading3: ['中标题 H3', 'Medium heading, H3'],
    heading4: ['小标题 H4', 'Small heading, H4'],
    bold: ['加粗', 'Bold'],
    italic: ['斜体', 'Italic'],
    strike: ['删除线', 'Strikethrough'],
    code: ['行内代码', 'Inline code'],
    link: ['链接', 'Link'],
    bulletList: ['项目列表', 'Bullet list'],
    orderedList: ['编号列表', 'Numbered list'],
    taskList: ['任务列表', 'Task list'],
    blockquote: ['引用', 'Quote'],
    codeBlock: ['代码块', 'Code block'],
    image: ['图片', 'Image'],
    table: ['表格', 'Table'],
    formula: ['公式', 'Formula'],
    footnote: ['脚注', 'Footnote'],
    horizontalRule: ['分隔线', 'Divider'],
    find: ['查找和替换', 'Find and replace'],
    markdown: ['Markdown 源码', 'Markdown source'],
    insert: ['插入', 'Insert'],
    more: ['更多工具', 'More tools'],
  },
  /** Only in the menu of blocks. */
  blocks: {
    callout: ['提示框', 'Callout'],
    details: ['折叠块', 'Toggle'],
    gallery: ['并排图片', 'Gallery'],
    embed: ['嵌入', 'Embed'],
    template: ['模板', 'Template'],
  },
  tableTools: {
    label: ['表格', 'Table'],
    rowAbove: ['在上方插入行', 'Insert row above'],
    rowBelow: ['在下方插入行', 'Insert row below'],
    rowRemove: ['删除行', 'Delete row'],
    columnLeft: ['在左侧插入列', 'Insert column to the left'],
    columnRight: ['在右侧插入列', 'Insert column to the right'],
    columnRemove: ['删除列', 'Delete column'],
    headerRow: ['首行作为表头', 'First row is a header'],
    remove: ['删除表格', 'Delete table'],
  },
  calloutKind: ['提示框类型', 'Kind of callout'],
  callouts: { note: ['说明', 'Note'], tip: ['提示', 'Tip'], warning: ['注意', 'Warning'] },
  codeLanguage: ['代码语言', 'Code language'],
  plainText: ['纯文本', 'Plain text'],
  alt: ['图片描述', 'Image description'],
  altPlaceholder: ['为看不到图片的读者描述它', 'Describe this image for people who cannot see it'],
  imageWidth: {
    label: ['图片宽度', 'Image width'],
    '': ['标准', 'Normal'],
    wide: ['较宽', 'Wide'],
    full: ['整页宽', 'Full'],
  },
  caption: ['图片说明', 'Caption'],
  beside: ['与上一张图片并排', 'Beside the image above'],
  removeImage: ['移除图片', 'Remove image'],
  externalImage: [
    '这张图片在其他网站上，读者只会看到链接。要直接显示，请先保存图片，再上传。',
    'This image is on another site. Readers see a link. To show the image, save it and upload the copy.',
  ],
  uploadCopy: ['上传副本', 'Upload a copy'],
  externalCover: [
    '封面在其他网站上，读者只会看到链接。要直接显示，请上传图片。',
    'This cover is on another site. Readers see a link. To show it, upload the image.',
  ],
  upload: {
    progress: ['上传进度', 'Upload progress'],
    retry: ['重试', 'Try again'],
    remove: ['移除', 'Remove'],
  },
  find: {
    find: ['查找', 'Find'],
    replace: ['替换为', 'Replace with'],
    next: ['下一个', 'Next'],
    replaceOne: ['替换', 'Replace'],
    all: ['全部替换', 'Replace all'],
    close: ['关闭', 'Close'],
  },
  formula: {
    title: ['公式', 'Formula'],
    tex: ['TeX 源码', 'TeX'],
    texHint: [
      '例如 \\frac{a}{b}。留空则移除公式。',
      'For example \\frac{a}{b}. Leave it empty to remove the formula.',
    ],
    block: ['独占一行', 'On its own line'],
  },
  embed: {
    title: ['嵌入', 'Embed'],
    address: ['地址', 'Address'],
    hint: [
      '例如 YouTube 或 Bilibili 视频、CodePen、GitHub 文件的链接。',
      'A link to a video on YouTube or Bilibili, to CodePen, to a file on GitHub or the like.',
    ],
  },
  footnote: {
    title: ['脚注', 'Footnote'],
    hint: [
      '文中显示编号，内容排在文末。留空则移除脚注。',
      'The text shows a number, and the note is at the end. Leave it empty to remove the footnote.',
    ],
  },
  link: {
    title: ['链接', 'Link'],
    address: ['地址', 'Address'],
    addressHint: [
      '网址、邮箱地址，或以 / 开头的站内路径。',
      'A URL, an e-mail address, or a path on this site that starts with /.',
    ],
    text: ['显示文字', 'Text'],
    remove: ['移除链接', 'Remove link'],
    insert: ['确定', 'Apply'],
  },
})

export type WriteText = (typeof writeTexts)['en']

/** Texts above the editor of a viewer who may not publish yet. */
export const nameStepTexts = bilingual({
  title: ['设置用户名后即可发布', 'Choose a name to publish'],
  lead: [
    '用户名会显示在你的文章旁边。现在就可以开始写，发布之前内容保存在此浏览器中。',
    'Your name is shown beside your posts. You can start writing now: until you publish, the text is kept in this browser.',
  ],
  reviewed: [
    '用户名会显示在你的文章旁边，审核通过后即可发布。现在就可以开始写，发布之前内容保存在此浏览器中。',
    'Your name is shown beside your posts. You can publish once it is approved. You can start writing now: until then, the text is kept in this browser.',
  ],
  submit: ['保存用户名', 'Save name'],
  saved: ['用户名已保存，现在可以发布文章了。', 'Name saved. You can publish now.'],
  submitted: [
    '已提交，用户名审核通过后即可发布文章。',
    'Submitted. You can publish once your name is approved.',
  ],
  pendingTitle: ['你的资料正在审核中', 'Your profile is waiting for review'],
  pending: [
    (name: string | null) =>
      `${name === null ? '' : `用户名：${name}。`}审核通过后会通知你，之后即可发布。在此之前，你写的内容保存在此浏览器中。`,
    (name: string | null) =>
      `${name === null ? '' : `Username: ${name}. `}You will be notified of the result. Once it is approved, you can publish. Until then, the text is kept in this browser.`,
  ],
})

/**
 * Texts of the write page without an editor, for a banned viewer and for a post that cannot be
 * edited.
 */
export const closedTexts = bilingual({
  title: ['写文章', 'Write a post'],
  bannedTitle: ['账号已被封禁，不能写作', 'Your account is banned, so you cannot write'],
  banned: [
    '你仍然可以阅读，也可以查看自己的文章。',
    'You can still read, and view your own posts.',
  ],
  toPosts: ['查看我的文章', 'View my posts'],
  pendingTitle: ['正在审核，暂时不能修改', 'This post is in review and cannot be edited'],
  pending: [
    '审核结果会通知你。想继续修改？撤回后文章会变回草稿，改好后可再次提交。',
    'You will get a notification with the result. Want to change something? Withdraw the post to make it a draft, then submit it again.',
  ],
  withdraw: ['撤回并编辑', 'Withdraw and edit'],
  lockedTitle: ['文章已被锁定，不能修改', 'This post is locked and cannot be edited'],
  locked: [
    '锁定期间只有你和管理员能看到它。原因：',
    'While it is locked, only you and the admins can see it. Reason: ',
  ],
  back: ['返回内容管理', 'Back to content'],
})
