import { bilingual } from '#kernel/i18n.ts'
import { CONTRAST_MIN } from '#kernel/look/accent.ts'
import { CSS_BYTES_MAX } from '#kernel/sizes.ts'

export const lookTexts = bilingual({
  ready: ['现成的外观', 'Ready-made looks'],
  readyLead: [
    '点一下即可在预览中套用，之后还可以逐项调整。',
    'One press applies a look to the preview. You can change every part of it.',
  ],
  names: {
    default: ['默认', 'Default'],
    paper: ['纸张', 'Paper'],
    terminal: ['终端', 'Terminal'],
    magazine: ['杂志', 'Magazine'],
  },
  about: {
    default: ['安静、温暖', 'Calm and warm'],
    paper: ['衬线字体，细双线', 'Serif letters, thin rules'],
    terminal: ['等宽字体，深色优先', 'Fixed width, dark first'],
    magazine: ['大标题，黑色粗线', 'Large headlines, black rules'],
  },
  colours: ['颜色', 'Colours'],
  coloursLead: [
    `可以选择任意颜色。系统保留色相，并在两种主题下调整明暗，使文字清晰可读（对比度不低于 ${CONTRAST_MIN}）。`,
    `Choose any colours. The hue is kept, and the lightness is adjusted in each theme so that text stays readable (contrast of at least ${CONTRAST_MIN}).`,
  ],
  accent: ['主题色', 'Accent'],
  accentHint: ['按钮、当前位置、能量', 'Buttons, current places, energy'],
  accent2: ['第二颜色', 'Second colour'],
  accent2Hint: ['正文链接、标签、引用', 'Links in texts, tags, quotes'],
  reset: ['默认', 'Default'],
  resetOf: [(name: string) => `恢复默认的${name}`, (name: string) => `Default: ${name}`],
  type: ['字体', 'Fonts'],
  typeLead: [
    '使用读者系统自带的字体，不下载任何文件。',
    'From the system of the reader. Nothing is downloaded.',
  ],
  choices: {
    font: ['正文', 'Text'],
    heading_font: ['标题', 'Headings'],
    radius: ['圆角', 'Corners'],
    density: ['疏密', 'Density'],
    default: ['默认主题', 'Default theme'],
  },
  fonts: {
    sans: ['无衬线', 'Sans'],
    serif: ['衬线', 'Serif'],
    round: ['圆体', 'Round'],
  },
  shape: ['形状与疏密', 'Shape and density'],
  radii: {
    none: ['直角', 'Square'],
    small: ['小', 'Small'],
    large: ['大', 'Large'],
  },
  densities: {
    calm: ['宽松', 'Calm'],
    compact: ['紧凑', 'Compact'],
  },
  themeHint: ['读者可以随时自己切换。', 'Readers can always choose another one.'],
  themes: {
    system: ['跟随系统', 'System'],
    light: ['浅色', 'Light'],
    dark: ['深色', 'Dark'],
  },
  css: ['自定义 CSS', 'Custom CSS'],
  cssLead: [
    `最大 ${CSS_BYTES_MAX / 1024} KB。只用于阅读页面，不用于后台、设置、登录和授权页面。不能加载其他网站的内容。`,
    `Up to ${CSS_BYTES_MAX / 1024} KB. Used on pages for reading only, not in the admin, settings, login and consent pages. It cannot load anything from other sites.`,
  ],
  cssLabel: ['样式表', 'Style sheet'],
  cssDocs: [
    '可用的变量和示例见 docs/theming.md。',
    'docs/theming.md lists the tokens, with examples.',
  ],
  safeLook: ['不加载自定义 CSS 打开首页', 'Open the home page without custom CSS'],
  file: ['导出与导入', 'Export and import'],
  fileLead: [
    '一个 JSON 文件包含颜色、字体、样式表和标志。导入后先显示在预览中。',
    'One JSON file with colours, fonts, style sheet and logos. An imported file is shown in the preview first.',
  ],
  export: ['导出', 'Export'],
  import: ['导入文件', 'Import a file'],
  notALook: ['这不是外观文件。', 'This file is not a look.'],
  withLogos: [
    '保存时会同时替换文件中的标志。',
    'Saving also replaces the logos with those of the file.',
  ],
  preview: ['预览', 'Preview'],
  width: ['屏幕宽度', 'Screen width'],
  phone: ['手机', 'Phone'],
  desktop: ['电脑', 'Desktop'],
  scheme: ['预览主题', 'Theme of the preview'],
  page: ['预览页面', 'Page of the preview'],
  home: ['首页', 'Home'],
  post: ['文章', 'Post'],
  save: ['保存并发布', 'Save and publish'],
  discard: ['放弃修改', 'Discard changes'],
  unsaved: ['有未保存的修改', 'Unsaved changes'],
})
