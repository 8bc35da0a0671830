import { useMemo } from 'preact/hooks'

/** How much of its column a peak fills. */
const BAR_SHARE = 0.65

/** The loudness of a song, mirrored around the middle. The loudest fills the height: a quiet song has a shape too. */
export function Peaks({ peaks }: { peaks: number[] }) {
  const shape = useMemo(() => drawPeaks(peaks), [peaks])
  return (
    <svg viewBox={`0 0 ${peaks.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}

/** Where a part of the song lies on its width. */
export function placePart(startSecs: number, endSecs: number, durationSecs: number) {
  return {
    left: `${(startSecs / durationSecs) * 100}%`,
    width: `${((endSecs - startSecs) / durationSecs) * 100}%`,
  }
}

function drawPeaks(peaks: number[]): string {
  const highest = Math.max(0.01, ...peaks)
  return peaks
    .map((peak, index) => {
      const half = Math.max(0.8, (peak / highest) * 48)
      return `M${index} ${(50 - half).toFixed(1)}h${BAR_SHARE}v${(2 * half).toFixed(1)}h-${BAR_SHARE}z`
    })
    .join('')
}
