import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const LIGHT_AND_SOUND: DemoPost[] = [
  {
    by: 'mei',
    ago: 81,
    hour: 19,
    title: 'Forty days of rain',
    tags: ['Photography', '生活'],
    cover: 'rain:bergen',
    body: md`
It has rained in Bergen for forty days. The newspapers keep count, like a score.

I used to wait for it to stop. Then I noticed that rain does three things for a photographer that no lens can buy: it turns every street into a **mirror**, it takes the shadows off every face, and it sends home everybody who does not really want to be outside.

> Bad weather is a filter for people.

So: a plastic bag with a hole in it, a towel, ISO 800, and patience. Forty days is forty rolls, if you let it be.
`,
    talk: `
lin: 雨天是人的滤镜，这个标题应该用这一句。
> mei: 送给你了。
zhou: 雨天跑步也是这个道理，路上的人都会互相点头。
`,
  },
  {
    by: 'mei',
    ago: 49,
    hour: 21,
    title: '胶片的三种等待',
    tags: ['摄影', '生活'],
    cover: 'mountains:film',
    appeal: 1.1,
    body: md`
朋友问我为什么还拍胶片。我说因为它慢。他说手机也可以拍得慢一点。我想了很久，慢和慢不一样。

## 等光

数码也等光，但不一样。胶片一卷三十六张，按一下少一张，你会真的放下相机，坐在台阶上，等云走开。坐久了，会看见原来没打算拍的东西。

## 等冲洗

拍完到看见，中间隔着一个星期。一个星期里你会忘记自己拍了什么，于是看到的时候，是以**陌生人**的身份。拍得好不好，陌生人看得最清楚。

![等云走开](mountains:waiting)

## 等自己

最长的是这一种。有些照片当时觉得废了，放了两年，忽然看懂了。照片没变，是人走到了能看懂它的地方。

所以我不删废片。它们只是还没到时候。
`,
    talk: `
lin: 以陌生人的身份看自己，写设计稿也需要这一个星期。
he: 种菜的人每天都在等，第三种尤其。
> mei: 你的番茄也是放两年才看懂的吗？
>> he: 第一年的确没看懂。
lu: “还没到时候”，抄在本子上了。
`,
  },
  {
    by: 'mei',
    ago: 10,
    hour: 18,
    title: 'One window, one roll',
    tags: ['Photography'],
    cover: 'city:window',
    body: md`
An exercise, for a week when you think you have nothing to photograph.

Choose one window. Shoot a whole roll through it, never more than **five frames a day**, always from the same chair.

By the third day you know at which minute the tram throws light on the ceiling. By the fifth you know that the woman across the street waters her plants at ten, and waters them again when she is on the phone.

![Somebody is still awake](city:awake)

You will not have a great picture. You will have learned to look, which is the only part of this that is hard.
`,
    talk: `
kenji: Trying this with sound: one window, one microphone, five minutes a day.
> mei: Please post it. Please.
tomas: My window looks at a wall. Is that cheating?
> mei: Walls are where the light happens.
`,
  },
  {
    by: 'kenji',
    ago: 41,
    hour: 22,
    title: 'Side B',
    tags: ['Music', '生活'],
    cover: 'record:side-b',
    body: md`
The good thing about records is that somebody makes you stand up halfway.

I keep a list of albums that are better on the second side:

- **Low**, obviously
- *Hejira*, if it is raining
- anything by Hiroshi Yoshimura, though he would say it has no sides

When the needle lifts you have three seconds to decide: turn it over, or let the room be quiet. Streaming never asks me that.
`,
    talk: `
mei: Let the room be quiet. Always.
lin: 三秒钟的犹豫，是唱片送的。
> kenji: You write better about records than I do.
ada: Counterpoint: Side A of Blue Train, twice.
`,
  },
  {
    by: 'kenji',
    ago: 12,
    hour: 21,
    title: 'A metronome in thirty lines',
    tags: ['Music', 'Engineering'],
    cover: 'record:metronome',
    body: md`
\`setInterval\` drifts. You cannot hear it for a minute; after three, the drummer leaves.

The trick is old: let the **audio clock** decide when a click sounds, and use the timer only to look a little ahead.

~~~javascript
const context = new AudioContext()
const AHEAD = 0.1 // seconds

export function metronome(bpm) {
  const beat = 60 / bpm
  let next = context.currentTime + 0.05
  let count = 0

  const timer = setInterval(() => {
    while (next < context.currentTime + AHEAD) {
      click(next, count++ % 4 === 0 ? 1200 : 800)
      next += beat
    }
  }, 25)

  return () => clearInterval(timer)
}

function click(at, frequency) {
  const tone = new OscillatorNode(context, { frequency })
  const volume = new GainNode(context, { gain: 0.5 })
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.05)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.05)
}
~~~

Two clocks, one for *when*, one for *wake up*. It is a good idea in other places, too.
`,
    talk: `
zhou: 两个时钟，一个管“什么时候”，一个管“醒来”。调度器也是这么写的。
> kenji: So drummers are schedulers. I knew it.
lin: 打开控制台试了，真的稳。
`,
  },
]
