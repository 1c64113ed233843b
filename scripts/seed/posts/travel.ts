import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const TRAVEL: DemoPost[] = [
  {
    by: 'lin',
    ago: 27,
    hour: 21,
    title: '在泉州走了三天',
    tags: ['旅行', '摄影', '美食'],
    cover: 'sea:quanzhou',
    appeal: 1.3,
    body: md`
没有做攻略，只带了一双好走的鞋。泉州是那种不需要攻略的城市：你走着走着，就会被一碗东西叫住。

## 第一天：开元寺

双塔站在那里快八百年了。寺里的老人坐在廊下聊天，用的是我一个字也听不懂的话，但我坐下来听了半个小时。

![海边的傍晚](sea:dusk)

出门右转吃了一碗面线糊，加了大肠和醋肉。八块钱。旁边的阿伯教我：**胡椒粉要最后撒**。

## 第二天：蟳埔

簪花的人很多，我没有簪，坐在海边看别人簪。一个小姑娘簪完，跑去给她奶奶也簪了一头，奶奶嘴上说不要，照镜子照了很久。

## 第三天：什么也没做

在巷子里走。泉州的巷子是红砖和石头混着砌的，叫“出砖入石”，据说是地震后用碎料盖起来的。破的东西，拼在一起，也可以很好看。

## 吃了什么

| 东西 | 哪里 | 还会再吃吗 |
| --- | --- | --- |
| 面线糊 | 开元寺旁 | 每天早上 |
| 姜母鸭 | 西街后面 | 会 |
| 四果汤 | 每一个路口 | 会，加石花膏 |
| 土笋冻 | 朋友推荐 | 谢谢，一次就够了 |
`,
    talk: `
mei: “给奶奶也簪了一头”，这一段我看见画面了。带相机了吗？
> lin: 带了，没拍。那个时候举相机不太好。
>> mei: 懂。最好的那张都没拍。
tomas: I need to know what 四果汤 is. Four fruits soup?
> lin: More like a cold, sweet bowl of everything you like, pick four. Or nine.
he: 土笋冻党在此，不接受“一次就够”。
> lin: 你赢了，下次你来吃我那份。
lu: 暑假就去！
`,
  },
  {
    by: 'ada',
    ago: 36,
    hour: 19,
    title: 'Night trains, ranked by breakfast',
    tags: ['Travel', 'Food'],
    cover: 'stars:night-train',
    body: md`
I have slept, more or less, on eleven night trains. People rank them by berth. I rank them by what arrives at the door at seven.

| train | bed | breakfast | would I again |
| --- | --- | --- | --- |
| Vienna to Rome | fine | two rolls, real jam | yes |
| Stockholm to Narvik | good | crispbread, a fjord | yes, for the fjord |
| Beijing to Hangzhou | narrow | congee from the trolley | yes |
| Paris to Nice | loud | a coffee, eventually | no |

## The rules

1. Bring a mug. The water is hot on every train on earth; the cups are not.
2. Bottom berth if you are curious, top berth if you are tired.
3. **Do not look at the map at night.** You are somewhere. It is enough.

The best breakfast was not on the list: a stranger in the corridor, somewhere after Graz, who cut a whole salami with a pocket knife and would not hear of being thanked.
`,
    talk: `
mei: Narvik in February: the fjord is dark, and still worth it.
> ada: Going back in June to check.
zhou: 京杭那趟的粥我也喝过，配萝卜干，好。
tomas: The salami is always the best breakfast.
`,
  },
  {
    by: 'mei',
    ago: 31,
    hour: 20,
    title: 'A slow walk around Ulriken',
    tags: ['Travel', 'Photography'],
    cover: 'mountains:ulriken',
    body: md`
Ulriken is the mountain behind my kitchen. Tourists take the cable car; I take the 1,333 stone steps that Sherpas from Nepal laid there, one by one.

![The last ridge before the mast](mountains:ridge)

I walk it with one lens and twelve frames. Twelve is a good number: after the fourth you stop taking pictures of *things* and begin to wait for light.

The cloud came in at the mast, as it does. For ten minutes there was no city, no fjord, no mountain. A dog came out of the white, looked at me as if I were the strange one, and went back in.

I did not take that picture either. But I have it.
`,
    talk: `
lin: 最后一句和我在泉州的感觉一样。
> mei: 你那篇我也看了，奶奶那张我也“有”。
ada: Twelve frames! I take four hundred and keep none.
kenji: Reading this with rain on the window. Perfect.
`,
  },
  {
    by: 'tomas',
    ago: 33,
    hour: 12,
    title: 'What a market tells you before ten',
    tags: ['Travel', 'Food'],
    body: md`
Go before ten, with a bag and no list.

- If the fish is quiet (no shouting), it is good fish; they do not need to shout.
- Buy what the grandmothers queue for, **even if you cannot name it**.
- Ask how to cook it. Nobody has ever refused to tell me, in any language.

In Chengdu a woman sold me a root, mimed the whole recipe, and then ran after me with a chilli I had forgotten to want. That is what a market is for.
`,
    talk: `
he: 折耳根？
> tomas: I think so. I am still undecided about it.
>> he: 这就对了，三天后你会突然想吃。
lin: 四川的阿姨都这样，送的那个辣椒是灵魂。
`,
  },
]
