import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const FRONT_END: DemoPost[] = [
  {
    by: 'lin',
    ago: 11,
    hour: 20.5,
    title: '我们把首页从 1.8 MB 减到了 29 KB',
    tags: ['前端', '性能', '工程'],
    cover: 'blocks:weight',
    appeal: 3,
    body: md`
上个月有位用户写信说，他在高铁上打开我们的首页，等到下一站才看到标题。附了一张截图，白的。

我把那张白图打印出来贴在显示器边上，花了三周，把首页从 1.8 MB 减到了 29 KB。下面是过程，包括走的弯路。

## 先量，再动手

第一天什么都没改，只是量。量的时候用一台四年前的手机、4G、清空缓存：

| 指标 | 改之前 | 改之后 |
| --- | --- | --- |
| 传输大小 | 1.8 MB | 29 KB |
| 请求数 | 74 | 6 |
| 首次绘制 | 4.1 s | 0.6 s |
| 可以滚动 | 6.8 s | 0.6 s |

最让人意外的是**可以滚动**这一行：内容早就到了，是脚本把主线程占住了。

## 脚本都在做什么

打开 Coverage 面板，首页 820 KB 的脚本里，真正执行过的只有 11%。剩下的是：

1. 一个完整的日期库，只为了把时间写成“3 天前”；
2. 两套图标，共 2,400 个图标，页面上用了 9 个；
3. 一个轮播组件，轮播只有一张图。

日期库最后变成了十几行：

~~~typescript
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export function ago(seconds: number, format: Intl.RelativeTimeFormat): string {
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit)
  }
  return format.format(0, 'second')
}
~~~

浏览器自己就会说“3 天前”，还会说四十种语言。

## HTML 本来就能做的事

轮播换成了一个横向滚动的列表，折叠菜单换成了 \`<details>\`，弹窗换成了 \`<dialog>\`：

~~~xml
<details class="menu">
  <summary>分类</summary>
  <ul>
    <li><a href="/tags/前端">前端</a></li>
    <li><a href="/tags/旅行">旅行</a></li>
  </ul>
</details>
~~~

键盘可用、读屏可用、脚本坏了也可用。以前我们为这三件事写过 400 行代码，还有两个没关的 bug。

## 图片

封面图全部加上了宽高，第一屏的不懒加载，其余的懒加载。就这一条，页面再也不跳了。

> 用户不会说“你的 CLS 是 0.28”，他只会说“我刚要点，它就跑了”。

## 怎么让它不再胖回去

瘦下来不难，难的是第二年。我们在 CI 里加了一道门：

~~~bash
size=$(gzip -c static/build/home.js static/build/site.css | wc -c)
test "$size" -le 30720 || { echo "首页 $size 字节，超过 30 KB"; exit 1; }
~~~

谁想加东西，就要先减掉一样东西。两个月来吵过三次架，门一直开着。

## 清单

- [x] 量真实设备，而不是自己的笔记本
- [x] 删掉没执行过的代码
- [x] 能用 HTML 的地方用 HTML
- [x] 图片写宽高
- [x] 体积预算进 CI
- [ ] 把那张白图从显示器上撕下来（先留着）
`,
    talk: `
zhou: “谁想加东西，就要先减掉一样东西”——这句话可以当团队规矩。体积预算进 CI 是唯一有用的办法，别的都靠自觉，自觉撑不过一个季度。
> lin: 是的，第一次吵架就是为了一个 4 KB 的彩带动画……
>> xu: 后来彩带留下了吗？
>> lin: 留下了，用 CSS 写的，300 字节。
ada: Translated the whole thing for my team. The 11% coverage number is what convinced them, not the seconds.
> lin: Thank you! 数字要挑那个让人不好意思的。
xu: 想问一下服务端渲染的部分是怎么做的？是全静态还是每次请求渲染？
> lin: 边缘节点渲染加很短的缓存，匿名读者基本都命中。
>> xu: 明白了，和 @老周 那篇讲的思路一样。
mei: 我不写代码，但我是那种在高铁上等标题的人。谢谢。
> lin: 这条评论我也要打印出来。
tomas: I clicked expecting a diet post. Stayed for the details element.
he: 看完把自己的小站的轮播删了，确实只有一张图。
lu: 上课刚学到 dialog，老师说“以后再用”。现在就用！
> zhou: 现在就用。
kenji: The white screenshot taped to the monitor is the best performance tool I have heard of.
admin: 已加入本周推荐。
x tomas: Great post!! Visit my cousin's shop for CHEAP pans, link in bio!!
> lin: Tomás，你的账号是不是被盗了……
>> tomas: It was my nephew. He no longer has my laptop. Sorry everyone.
`,
  },
  {
    by: 'lin',
    ago: 43,
    hour: 21,
    title: '暗色模式不是把颜色反过来',
    tags: ['前端', '设计'],
    cover: 'city:dark-mode',
    appeal: 1.4,
    body: md`
做暗色模式的第一天，我写了一行 \`filter: invert(1)\`，然后花了两个星期把它删掉。

## 亮度不是对称的

白底黑字反过来是黑底白字，但眼睛不这么看。纯黑配纯白，字的边缘会“发光”，读两屏就累。我们最后用的是：

| 用途 | 亮色 | 暗色 |
| --- | --- | --- |
| 背景 | \`#fffdf9\` | \`#171614\` |
| 正文 | \`#24211d\` | \`#e6e1d8\` |
| 次要文字 | \`#6d665c\` | \`#a39b8e\` |
| 强调色 | \`#b4530a\` | \`#f0a35e\` |

注意强调色：暗色里它更亮、更淡。同一个橙色搬过去，看着像警告。

## 层级靠亮度，不靠阴影

亮色里，卡片靠阴影浮起来。暗色里阴影是看不见的，于是**越高的层越亮**：

~~~css
:root {
  color-scheme: light dark;
  --surface-0: light-dark(#fffdf9, #171614);
  --surface-1: light-dark(#ffffff, #201e1b);
  --surface-2: light-dark(#ffffff, #2a2724);
}
~~~

\`light-dark()\` 让每个颜色只写一行，再也不用维护两份名单。

## 图片和代码

- 照片压暗一点点（\`brightness(.9)\`），不要多；
- 插画如果是白底的，给它留一圈圆角的白，比强行抠掉好看；
- 代码高亮要单独配一套，亮色那套搬过去，注释会消失。

## 给人一个开关

跟随系统是默认值，不是唯一的值。有人白天也在暗房里。
`,
    talk: `
mei: 暗房那句是写给我的吗？谢谢，开关我用了。
> lin: 就是写给你的。
xu: 注释会消失这一条太真实了。
kenji: Higher is brighter. Never thought of it like that, and now I see it everywhere.
> lin: You cannot unsee it, sorry.
`,
  },
]
