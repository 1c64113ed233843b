import { Drawing } from '#web/components/drawing.tsx'

/** A battery with nothing in it; where something is broken, a spark jumps across. Decoration. */
export function Discharge({ broken }: { broken: boolean }) {
  return (
    <Drawing class="illustration discharge" viewBox="0 0 220 130">
      <rect class="case" x="14" y="26" width="172" height="86" rx="20" />
      <path class="case" d="M192 54v30" />
      {broken ? (
        <path class="spark" d="m108 36-26 38h22l-8 30 34-42h-23l9-26Z" />
      ) : (
        <>
          <rect class="charge" x="30" y="42" width="16" height="54" rx="8" />
          <path class="empty-cells" d="M64 69h.1m29.9 0h.1m29.9 0h.1m29.9 0h.1" />
        </>
      )}
    </Drawing>
  )
}
