import './progress-row.css'

/** How far something is; `label` is its name for those who do not see the bar. */
export function ProgressRow({ percent, label }: { percent: number; label: string }) {
  return (
    <div class="progress">
      <progress max={100} value={percent} aria-label={label} />
      <output>{percent} %</output>
    </div>
  )
}
