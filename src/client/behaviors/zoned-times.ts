import { find } from '#client/hooks.ts'
import { chosenZone, exactTime } from '#features/core/shell/hooks.ts'

/** Loads client/zoned-times.ts on pages that need it. */
export function zonedTimes(): void {
  if (find({ selector: `${chosenZone.selector},${exactTime.selector}` }))
    void import('#client/zoned-times.ts').then((module) => module.zonedTimes())
}
