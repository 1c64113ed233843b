import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '#env'

interface Timer {
  /** The time of the end of the hold, in the clock of the request. */
  end: number
  /** The same moment in the clock of the object. */
  fires: number
}

/**
 * One object per held post (features/publishing/schedule/hold.ts). Its alarm publishes the post at
 * the end of the hold, also if the browser is gone and the isolate of the request has ended. An
 * alarm has no limit of 30 seconds, unlike work after a response.
 */
export class HoldTimer extends DurableObject<Bindings> {
  /** A second hold of the post replaces the first one. */
  async start(now: number, end: number): Promise<void> {
    const timer: Timer = { end, fires: Date.now() + end - now }
    await this.ctx.storage.put('timer', timer)
    await this.ctx.storage.setAlarm(timer.fires)
  }

  /** Publishes every post whose hold has ended. The cron repeats a failed run. */
  override async alarm(): Promise<void> {
    const timer = await this.ctx.storage.get<Timer>('timer')
    await this.ctx.storage.deleteAll()
    if (!timer) return
    const late = Math.max(0, Date.now() - timer.fires)
    const { publishHeld } = await import('#jobs')
    await publishHeld(this.env, new Date(timer.end + late))
  }

  /** For the health check: answers if the object and its storage work. */
  ping(): number {
    return this.ctx.storage.sql.exec<{ one: number }>('SELECT 1 AS one').one().one
  }
}
