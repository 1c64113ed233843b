import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const DATABASES: DemoPost[] = [
  {
    by: 'ada',
    ago: 79,
    hour: 18,
    title: 'SQLite is a library, not a server',
    tags: ['SQLite', 'Engineering'],
    cover: 'stars:library',
    appeal: 1.1,
    body: md`
Every few weeks somebody asks me which port SQLite listens on. It is a good question, because the answer explains nearly everything else about it.

## There is no port

A client/server database is a conversation. You send text over a socket, somebody else reads the disk, and an answer comes back. SQLite is a *function call*. The "server" is your own process, and the disk is right there.

That one difference has consequences:

- a query costs microseconds, so **N+1 is often fine**;
- there is no connection pool, because there is nothing to connect to;
- your process crashing *is* the database crashing, so durability has to be real.

## What to set on day one

~~~sql
PRAGMA journal_mode = WAL;      -- readers do not block the writer
PRAGMA synchronous = NORMAL;    -- safe with WAL, and much faster
PRAGMA foreign_keys = ON;       -- off by default, for the sake of 2004
PRAGMA busy_timeout = 5000;     -- wait instead of failing at once
~~~

## One writer

There is one writer at a time. People hear this and leave. But count your writes first:

| site | writes a second, peak |
| --- | --- |
| a blog | 0.01 |
| this community | 2 |
| a busy shop | 150 |
| what SQLite does on a laptop | 20,000 and up |

The lesson is not that SQLite is fast. The lesson is that **most of us are small**, and small is a pleasant thing to be.

## Where it ends

Many machines that write to one database: no. Gigabytes of analytics: take DuckDB. Somebody else's backup policy: also no, you will have to write your own, and restore it once before you believe in it.
`,
    talk: `
zhou: 最后一句最重要：没有恢复过的备份不是备份。
> ada: I have a draft about exactly that. It is mostly screaming.
xu: “most of us are small” 🙂 我们就是。
lin: As a designer: "no port" finally made it click for me.
`,
  },
  {
    by: 'ada',
    ago: 18,
    hour: 19,
    title: 'Keyset pagination, explained with a deck of cards',
    tags: ['SQLite', 'Engineering', '数据库'],
    appeal: 1.2,
    body: md`
Take a shuffled deck and deal me "page 5, ten cards a page".

With \`OFFSET\` you count off forty cards, throw them away, and hand me the next ten. For page 500 of a long list you count off five thousand. And if somebody slips a card on top while you are counting, I see one card twice.

## The other way

Sort the deck once. Give me ten cards, and let me **remember the last one**. For the next page I say: "ten cards after the seven of hearts." You cut the deck there. No counting, whatever the page.

~~~sql
-- the first page
SELECT id, title, published_at FROM posts
ORDER BY published_at DESC, id DESC
LIMIT 11;

-- the next page: after the last card I saw
SELECT id, title, published_at FROM posts
WHERE (published_at, id) < (?, ?)
ORDER BY published_at DESC, id DESC
LIMIT 11;
~~~

Two details people forget:

1. **Ties.** Two posts in the same second need a second key, or one of them vanishes between pages. Hence \`id\`.
2. **Ask for one more** than you show. If the eleventh comes, there is a next page; no \`COUNT(*)\` needed.

## The cursor

~~~typescript
const cursor = btoa(JSON.stringify([last.published_at, last.id]))
~~~

Opaque, so nobody builds a page number on top of it. You can no longer jump to page 37, and in ten years nobody has been able to tell me what they would do there.
`,
    talk: `
xu: 多取一条这个技巧，省掉了我们最慢的一条 COUNT。
zhou: 扑克牌这个比喻我要拿去面试用。
> ada: Only if you bring the cards.
kenji: I am one of the people who jump to page 37. I regret nothing.
> ada: There is always one.
lu: 为什么 id 也要 DESC？
> ada: Both keys must run the same way, or the row comparison and the index disagree.
>> lu: 懂了！谢谢 Ada！
`,
  },
  {
    by: 'ada',
    ago: 6,
    hour: 20,
    title: 'A small parser in Rust, and what it taught me about errors',
    tags: ['Engineering', 'Rust'],
    cover: 'blocks:parser',
    appeal: 1.1,
    body: md`
I wrote a parser for my grandmother's recipe notation. She wrote \`250 g flour + 1 egg (2 if small)\`, for forty years, on the backs of envelopes.

## The easy part

~~~rust
#[derive(Debug, PartialEq)]
enum Item<'a> {
    Amount { count: f32, unit: &'a str, what: &'a str },
    Note(&'a str),
}

fn amount(input: &str) -> Option<(Item<'_>, &str)> {
    let (count, rest) = number(input.trim_start())?;
    let (unit, rest) = word(rest.trim_start())?;
    let (what, rest) = phrase(rest.trim_start())?;
    Some((Item::Amount { count, unit, what }, rest))
}
~~~

## The part I got wrong

\`Option\` says that it failed. It does not say **where**, or **what would have been right**. My first error message was \`invalid recipe\`. My mother's answer was: "Invalid? It is an apple cake."

So I did it again, and spent more lines on the errors than on the grammar:

~~~rust
Err(Trouble {
    at: start + 4,
    expected: "a unit such as g, ml or cups",
    found: "flour",
    hint: Some("write “1 piece” for things you count"),
})
~~~

## What I believe now

- An error message is **user interface**, and usually the only part that people read twice.
- Say what was expected *before* what was found.
- If you can guess the fix, say it. Being wrong costs nothing; being silent costs an afternoon.

The cake is excellent, by the way. It takes 180 °C and fifty minutes.
`,
    talk: `
tomas: You cannot end on the cake and not post the recipe.
> ada: Lv4 and I will post the envelope as a picture.
lin: “Invalid? It is an apple cake.” 这句值一整本 UX 教材。
> ada: My mother is available for usability reviews.
zhou: 报错先说期望再说实际，学到了。
priya: First Rust I have read to the end.
`,
  },
  {
    by: 'ada',
    ago: 2,
    hour: 22,
    title: 'Backups you have actually restored',
    tags: ['SQLite', 'Engineering'],
    state: { is: 'draft' },
    body: md`
Outline:

- the day the disk died
- the backup that was there, and empty
- restore on the first of every month, into a fresh machine, with a stopwatch

~~~bash
sqlite3 site.db ".backup 'copy.db'" && sqlite3 copy.db "PRAGMA integrity_check"
~~~
`,
  },
  {
    by: 'lu',
    ago: 1,
    hour: 19,
    title: '数据库课程笔记：事务隔离级别',
    tags: ['数据库', '读书'],
    state: { is: 'pending' },
    body: md`
## 四个级别

| 级别 | 脏读 | 不可重复读 | 幻读 |
| --- | --- | --- | --- |
| 读未提交 | 会 | 会 | 会 |
| 读已提交 | 不会 | 会 | 会 |
| 可重复读 | 不会 | 不会 | 会 |
| 串行化 | 不会 | 不会 | 不会 |

课上讲的是表格，考试考的也是表格。我想补的是例子：两个人同时抢最后一张电影票，每一行各会发生什么。
`,
  },
]
