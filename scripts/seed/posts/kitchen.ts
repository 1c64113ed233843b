import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const KITCHEN: DemoPost[] = [
  {
    by: 'lin',
    ago: 60,
    hour: 20,
    title: '一人份的晚饭',
    tags: ['美食', '生活'],
    cover: 'bowl:one',
    appeal: 1.1,
    body: md`
一个人住，最难的不是做饭，是做**一人份**的饭。菜谱都是四人份，除以四，盐就成了 0.75 克。

摸索了一年，我的办法是记比例，不记分量：

| 菜 | 比例 | 时间 |
| --- | --- | --- |
| 番茄炒蛋 | 一个番茄对一个半蛋 | 6 分钟 |
| 焖饭 | 一杯米、一杯水、半杯别的 | 35 分钟 |
| 拌面 | 一勺生抽、半勺醋、半勺油、一点糖 | 8 分钟 |
| 清汤 | 有什么放什么，最后放盐 | 12 分钟 |

“半个蛋”怎么办？打散，剩下的放冰箱，第二天早上摊饼。**一人份的秘密是两天一起想。**

最重要的一条：用好看的碗。给别人做饭会摆盘，给自己也要。
`,
    talk: `
tomas: Ratios, not amounts. You are one of us now.
> lin: 师承于你的评论区。
he: 好看的碗 +1，一个人更要用好的。
zhou: 拌面的比例试了，糖加多了，还是好吃。
x xu: 哈哈哈哈第一
> he: 楼上的占楼被收拾啦？
`,
  },
  {
    by: 'ada',
    ago: 56,
    hour: 17,
    title: 'Sourdough for people who forget things',
    tags: ['Food', '生活'],
    cover: 'bowl:bread',
    body: md`
Every sourdough recipe is a schedule, and I do not keep schedules. So I turned mine into a state machine.

| state | you may forget it for | then |
| --- | --- | --- |
| starter in the fridge | 2 weeks | feed it the evening before |
| dough, just mixed | 1 hour | fold, or do not |
| dough, bulk | 4 to 6 hours | shape it when it wobbles |
| loaf in the fridge | 1 to 3 **days** | bake it straight from the cold |

The last row is the whole trick. The fridge is a pause button, and the bread tastes better for it.

- 500 g flour, 375 g water, 100 g starter, 10 g salt
- oven as hot as it goes, lid on for 20 minutes, lid off for 20

If all else fails, it is a flatbread. Nobody has ever sent one back.
`,
    talk: `
lin: 面包状态机！冰箱是暂停键，这句话治好了我的焦虑。
> ada: It is also where I keep the butter.
tomas: A baker with a transition table. I am in love.
xu: 有没有并发问题？
> ada: Only when my flatmate opens the fridge.
`,
  },
  {
    by: 'tomas',
    ago: 67,
    hour: 18,
    title: 'Caldo verde on a Tuesday',
    tags: ['Food'],
    cover: 'bowl:verde',
    body: md`
Some soups are for guests. This one is for Tuesdays.

1. Three potatoes, one onion, two cloves of garlic, water to cover. Boil until soft.
2. Crush it with whatever you have. **Not smooth.** Smooth is for hospitals.
3. A bunch of kale, cut as thin as you can bear, in for four minutes.
4. Olive oil, more than you think. A slice of chouriço if the day was hard.

My mother says the thinness of the cabbage is a measure of love. Mine is about three millimetres; I am busy.
`,
    talk: `
ada: Made it. My cabbage says I am fond of people, at best.
> tomas: Fond is fine for a Tuesday.
he: 羽衣甘蓝我阳台就有，今晚试。
`,
  },
  {
    by: 'tomas',
    ago: 16,
    hour: 19,
    title: 'Three sauces, one pot',
    tags: ['Food', '生活'],
    body: md`
You own one good pot. Start with a base, and leave it at one of three doors.

**The base:** two onions, low heat, forty minutes. Yes, forty. Put on a record (ask @kenji_w which).

- **Red:** a tin of tomatoes, a bay leaf, twenty more minutes.
- **Brown:** a spoon of miso, a splash of vinegar, mushrooms.
- **Gold:** turmeric, coconut milk, lime at the very end.

Freeze what is left of the base in an ice-cube tray. A cube is an evening you do not have to plan.
`,
    talk: `
kenji: Forty minutes is exactly one album. Onions are Side A.
> tomas: Then the sauce is Side B.
lin: 四十分钟的洋葱，值。金色那个加了一点豆豉，更值。
`,
  },
  {
    by: 'tomas',
    ago: 45,
    hour: 23,
    title: 'Cheap pans!! My cousin has the best prices',
    tags: ['Food'],
    state: { is: 'locked', reason: '这是一篇广告。Advertising is not what this place is for.' },
    body: md`
Non-stick, stick, all sizes. Write to my cousin, say Tomás sent you. **Only this week.**
`,
  },
]
