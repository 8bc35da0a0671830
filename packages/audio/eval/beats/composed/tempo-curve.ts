/** How the tempo of a composed song moves. */
export type TempoCurve = 'STEADY' | 'STEP' | 'STEP_DOWN' | 'RITARDANDO' | 'ACCELERANDO' | 'DRIFT' | 'RUBATO'

const RUBATO_DEPTH = 0.05
const DRIFT_DEPTH = 0.035

/** The tempo at a beat of a song, as a share of its usual one; `chance` is the song's own. */
export function tempoShare(curve: TempoCurve, beat: number, beatCount: number, phase: number): number {
  const at = beat / beatCount
  if (curve === 'STEP') return at < 0.5 ? 1 : 1.22
  if (curve === 'STEP_DOWN') return at < 0.45 ? 1 : 0.8
  if (curve === 'RITARDANDO') return at < 0.8 ? 1 : 1 - 0.4 * ((at - 0.8) / 0.2)
  if (curve === 'ACCELERANDO') return 1 + 0.2 * at
  if (curve === 'DRIFT') return 1 + DRIFT_DEPTH * Math.sin(2 * Math.PI * (2 * at + phase))
  if (curve === 'RUBATO') {
    const slow = Math.sin(2 * Math.PI * (beat / 16 + phase))
    const fast = Math.sin(2 * Math.PI * (beat / 5.3 + 2 * phase))
    return 1 + RUBATO_DEPTH * (0.7 * slow + 0.3 * fast)
  }
  return 1
}
