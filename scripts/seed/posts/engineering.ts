import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const ENGINEERING: DemoPost[] = [
  {
    by: 'zhou',
    ago: 84,
    hour: 22,
    title: '二十年，五种日志',
    tags: ['工程', '后端'],
    cover: 'blocks:logs',
    appeal: 1.2,
    body: md`
我写的第一行日志是 \`printf("here\n")\`。二十年过去，我写过五种日志，每一种都是被上一种坑出来的。

## 第一种：here

\`here\`、\`here2\`、\`here!!!\`。优点是快，缺点是三个月后你在生产环境看到一行 \`here!!!\`，没有人知道是谁、在哪里、为什么激动。

## 第二种：什么都记

吃了亏，于是什么都记。一天 40 GB，磁盘先满，服务后挂。日志成了故障的原因，这很讽刺。

## 第三种：有级别的

DEBUG、INFO、WARN、ERROR。听起来很好，直到你发现团队里五个人对 WARN 有六种理解。我们后来只留两级：

- **INFO**：正常发生的事，出了问题时要靠它还原现场；
- **ERROR**：现在就要有人起床的事。

如果不需要人起床，就不是 ERROR。

## 第四种：结构化

~~~go
log.Info("order paid",
	"order", order.ID,
	"amount", order.Amount,
	"took", time.Since(start),
	"request", requestID(ctx),
)
~~~

一行一个 JSON，字段有名字。从此“昨天下午三点谁付款失败了”是一条查询，不是一个下午。

## 第五种：写给人看的

最后这种，和技术无关。写日志的时候想一想：**凌晨三点，一个刚被吵醒的人看到这一行，他下一步该做什么？** 如果写不出来，多半是代码自己也没想清楚。

> 日志是写给未来的信，收信人通常是你自己，而且他很困。
`,
    talk: `
xu: 看完把项目里的 WARN 全删了，一半升级成 ERROR，一半删掉。世界清净。
> zhou: 小心别把半夜的自己叫起来太多次。
ada: "If nobody has to get up, it is not an error." Printed.
lin: 收信人很困，这句太好了。
> zhou: 写的时候我也很困。
`,
  },
  {
    by: 'zhou',
    ago: 38,
    hour: 21.5,
    title: '一次 SQLite 锁的排查：凶手是一个没关的游标',
    tags: ['SQLite', '数据库', '工程'],
    appeal: 1.2,
    body: md`
现象：每天上午十点零几分，写入开始超时，\`SQLITE_BUSY\`，持续四十秒，然后自己好了。

## 排查

先看是谁拿着锁。WAL 模式下读不挡写，所以一定是另一个写，或者一个**太长的读让检查点做不完**：

~~~bash
ls -la data/*.db-wal
# -rw-r--r--  1 app app 1.9G  10:03 site.db-wal
~~~

WAL 文件 1.9 GB，平时只有 4 MB。有一个读事务从很早以前就没有结束。

## 凶手

导出报表的任务，查询写得没问题，问题在后面：

~~~python
rows = db.execute("SELECT * FROM orders WHERE day = ?", (day,))
for row in rows:
    send_to_slow_service(row)   # 每行 50 毫秒
~~~

游标开着，读事务就开着。四万行乘以 50 毫秒，半个多小时里检查点一步也走不动。

## 修

一次读完，再慢慢发：

~~~python
rows = db.execute("SELECT id, amount FROM orders WHERE day = ?", (day,)).fetchall()
~~~

内存多用了 3 MB，早上十点再也没有人喊我。

## 记住的事

1. 事务的长度由**最慢的那一步**决定；
2. 不要在游标里做网络请求；
3. 先看 WAL 的大小，它不会骗人。
`,
    talk: `
ada: Checkpoint starvation, the classic. We alert on WAL size over 64 MB now and it has caught this twice.
> zhou: 好主意，我们明天也加上。
xu: 游标里做网络请求……我现在就去搜一下我们的代码。
> xu: 搜到了三处。
>> zhou: 祝贺，今晚能睡好了。
lu: 老师讲 WAL 的时候我没听懂，看这篇懂了。
`,
  },
  {
    by: 'zhou',
    ago: 7,
    hour: 21,
    title: '如何写一份没有人会跳过的事故报告',
    tags: ['工程', '写作'],
    cover: 'sea:calm',
    appeal: 1.3,
    body: md`
大多数事故报告是写给归档系统看的。下面是我改了很多年的写法，目标只有一个：**三个月后的新人愿意读完它。**

## 第一段写结果

不要从“2 月 3 日 10:02 收到告警”开始。从这里开始：

> 上午十点到十点四十，三分之一的用户无法付款，损失约 210 单。原因是一个报表任务占住了数据库。已经修好，不会再以同样的方式发生。

读到这里就可以走的人，让他走。

## 时间线只写转折

| 时间 | 发生了什么 | 我们以为 |
| --- | --- | --- |
| 10:02 | 写入超时告警 | 流量突增 |
| 10:11 | 扩容，无效 | 磁盘有问题 |
| 10:25 | 发现 WAL 1.9 GB | 有长事务 |
| 10:38 | 停掉报表任务，恢复 | —— |

第三列是整份报告最值钱的地方。**写下当时错误的判断**，后来的人才知道弯路在哪里。

## 原因写到能改的那一层

“小王误操作”不是原因，因为下一步没法改小王。“删除命令和查询命令只差一个字母，而且不需要确认”是原因。

## 行动不超过三条

十条等于零条。每条有名字、有日期，其中至少一条是**删东西**。

## 最后念一遍

念给没参与的同事听。他打断你的地方，就是要改的地方。
`,
    talk: `
lin: “我们以为”那一列，太诚实了，我要用在设计复盘里。
> zhou: 设计复盘的第三列会更长。
>> lin: ……你说得对。
admin: 站务也会有事故，先收藏了。
ada: The column of wrong guesses is brilliant. In English we would call it "what we believed".
> zhou: @Ada This is a better name, 我改过来。
tomas: This works for burnt dinners too.
`,
  },
]
