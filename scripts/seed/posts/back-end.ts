import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const BACK_END: DemoPost[] = [
  {
    by: 'xu',
    ago: 53,
    hour: 20,
    title: '把日志写给凌晨三点的人',
    tags: ['后端', '工程'],
    body: md`
读了 @老周 的五种日志之后，我把我们服务的错误日志重写了一遍。规则只有一条：每条 ERROR 必须回答三个问题。

1. 什么没做成？
2. 影响了谁？
3. 我现在该做什么？

改之前：

~~~json
{ "level": "error", "msg": "dial tcp: i/o timeout" }
~~~

改之后：

~~~json
{
  "level": "error",
  "what": "没能把订单 8812 的发票发给用户",
  "who": "1 位用户，发票会晚到",
  "next": "不用处理，10 分钟后自动重试；连续失败 3 次会再叫你",
  "cause": "dial tcp: i/o timeout"
}
~~~

上线两周，半夜的电话从 9 次变成 2 次。不是故障少了，是**看一眼就知道可以继续睡**。
`,
    talk: `
zhou: 学生超过老师了。next 这个字段我要抄回去。
> xu: 不敢不敢。
lin: “可以继续睡”也是一种用户体验。
`,
  },
  {
    by: 'xu',
    ago: 28,
    hour: 22,
    title: '用六十行 Python 写一个够用的任务队列',
    tags: ['后端', 'SQLite', '数据库'],
    body: md`
我们差点为了每天两千个任务装一套消息中间件。最后用的是一张表。

## 一张表

~~~sql
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  run_at TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  locked_until TEXT
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE locked_until IS NULL;
~~~

## 取任务

关键是一条语句里**又找又锁**，两个工人不会拿到同一个：

~~~python
TAKE = """
UPDATE jobs SET locked_until = datetime('now', '+5 minutes'), tries = tries + 1
WHERE id = (
  SELECT id FROM jobs
  WHERE run_at <= datetime('now') AND (locked_until IS NULL OR locked_until < datetime('now'))
  ORDER BY run_at LIMIT 1
)
RETURNING id, kind, payload, tries
"""

def work(db, handlers):
    while job := db.execute(TAKE).fetchone():
        try:
            handlers[job["kind"]](json.loads(job["payload"]))
        except Exception:
            delay = min(2 ** job["tries"], 60)
            db.execute(RETRY, (f"+{delay} minutes", job["id"]))
        else:
            db.execute("DELETE FROM jobs WHERE id = ?", (job["id"],))
        db.commit()
~~~

## 什么时候不够用

- 每秒上百个任务；
- 很多台机器一起取；
- 需要广播。

这三样我们一样也没有。**等有了再说**，这是我今年学到的最省钱的一句话。
`,
    talk: `
ada: RETURNING is such an underrated clause.
zhou: locked_until 过期自动释放，工人挂了也没事，漂亮。
> xu: 就是为了我们那个总挂的工人。
lu: 作业可以用这个吗……
> xu: 写明出处就可以。
`,
  },
  {
    by: 'xu',
    ago: 9,
    hour: 19.5,
    title: 'Docker 镜像从 1.2 GB 到 86 MB',
    formerTitle: 'Docker 镜像瘦身记',
    tags: ['工程', '性能', '后端'],
    body: md`
同事问我为什么发布要等八分钟。答案是每次都在搬一台小型计算机。

~~~dockerfile
FROM golang:1.25 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /app ./cmd/server

FROM gcr.io/distroless/static
COPY --from=build /app /app
ENTRYPOINT ["/app"]
~~~

真正的差别只有几行：

~~~diff
-FROM ubuntu:22.04
-RUN apt-get update && apt-get install -y golang git vim curl
-COPY . .
+COPY go.mod go.sum ./
+RUN go mod download
+COPY . .
~~~

先拷依赖清单、再拷代码，依赖没变就全部命中缓存。**八分钟变成四十秒。** vim 没了，一开始有人抱怨，后来没有人再登进容器里改代码了。
`,
    talk: `
zhou: 最后一句才是最大的收益。
lin: 和我们首页一样，先看看箱子里装了什么。
> xu: 就是受你那篇刺激写的。
`,
  },
  {
    by: 'xu',
    ago: 17,
    hour: 23,
    title: '转载：十个提升效率的工具',
    tags: ['工具'],
    state: { is: 'rejected', reason: '转载请注明原文出处，并写几句自己的使用体会，改好后欢迎再提交。' },
    body: md`
1. 番茄钟
2. 剪贴板历史
3. 窗口管理
4. 一个安静的地方

（其余六个见原文）
`,
  },
]
