export function LevelBadge({ level }: { level: number }) {
  return <span class={`level lv${level}`}>Lv{level}</span>
}
