import { FORMULAS_MAX, TEX_MAX } from '#kernel/formulas/formulas.ts'

/** Topics about the text of a post. */
export const textTopics = {
  markdown: {
    title: ['Markdown', 'Markdown'],
    lead: [
      '用符号排版，或者直接编辑 Markdown 源码。',
      'Format with signs, or edit the Markdown source.',
    ],
    link: ['写文章', 'Write a post'],
    parts: {
      signs: {
        heading: ['常用符号', 'Signs'],
        text: [
          '“## ”开始标题，“- ”和“1. ”开始列表，“- [ ] ”开始任务，“> ”开始引用，三个反引号开始代码块。**粗体**、*斜体*、`代码`、[文字](地址) 在输入后自动变成格式。',
          '“## ” starts a heading, “- ” and “1. ” a list, “- [ ] ” a task, “> ” a quote and three backticks a code block. **bold**, *italic*, `code` and [text](address) are formatted as you type.',
        ],
      },
      source: {
        heading: ['源码', 'Source'],
        text: [
          '工具栏的“Markdown 源码”显示整篇文章的 Markdown，修改后切换回来，内容保持一致。粘贴的 Markdown 也会自动排版。',
          '“Markdown source” in the toolbar shows the whole post as Markdown. Edit it and switch back: the document stays the same. Pasted Markdown is formatted too.',
        ],
      },
      files: {
        heading: ['文件', 'Files'],
        text: [
          '公开文章的地址后面加 .md 就是它的 Markdown 文件。导出的压缩包里也有所有文章的 Markdown。',
          'Add .md to the address of a public post to get it as a Markdown file. The export has all your posts as Markdown too.',
        ],
      },
    },
  },
  formulas: {
    title: ['公式', 'Formulas'],
    lead: ['用 TeX 写数学公式。', 'Write mathematics in TeX.'],
    link: ['写文章', 'Write a post'],
    parts: {
      write: {
        heading: ['输入', 'Writing a formula'],
        text: [
          '输入“$x^2$”得到行内公式，单独一行的“$$”得到公式块，也可以在“/”菜单里选择“公式”。价格不受影响：“$5 和 $6”不是公式。',
          'Type “$x^2$” for a formula in a line and “$$” on a line of its own for a block, or choose Formula in the “/” menu. Prices stay text: “$5 and $6” is no formula.',
        ],
      },
      shown: {
        heading: ['显示', 'How it is shown'],
        text: [
          '保存时转换为 MathML，读者不需要脚本，屏幕阅读器也能读。无法识别的 TeX 会显示源码。',
          'The formula becomes MathML when the post is saved. Readers need no script, and screen readers can read it. TeX that cannot be read is shown as source.',
        ],
      },
      limits: {
        heading: ['限制', 'Limits'],
        text: [
          `一个公式最多 ${TEX_MAX} 个字符，一篇文章最多 ${FORMULAS_MAX} 个公式。`,
          `A formula has up to ${TEX_MAX} characters, and a post up to ${FORMULAS_MAX} formulas.`,
        ],
      },
    },
  },
  embeds: {
    title: ['嵌入视频和代码', 'Embeds'],
    lead: [
      '把视频、代码或音乐的链接变成卡片。',
      'Turn a link to a video, code or music into a card.',
    ],
    link: ['写文章', 'Write a post'],
    parts: {
      paste: {
        heading: ['粘贴链接', 'Paste a link'],
        text: [
          '在空行粘贴链接就会变成卡片，还可以写一个标题。支持 YouTube、Bilibili、Vimeo、Loom、CodePen、StackBlitz、JSFiddle、Observable、Figma、Spotify 和 GitHub。',
          'Paste a link into an empty line, and it becomes a card, to which you can give a title. YouTube, Bilibili, Vimeo, Loom, CodePen, StackBlitz, JSFiddle, Observable, Figma, Spotify and GitHub work.',
        ],
      },
      privacy: {
        heading: ['隐私', 'Privacy'],
        text: [
          '在读者点“加载”之前，不会向其他网站请求任何内容。',
          'Nothing is requested from the other site until a reader presses “Load here”.',
        ],
      },
    },
  },
} as const
