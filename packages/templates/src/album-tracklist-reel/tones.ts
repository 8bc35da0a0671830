import { limitLight, mixColours, type Palette, shine, toGroundTone } from '@songreel/kit'

const TEXT_CONTRAST = 7.2
/** From row to row one tone on, up to the last and back down: a fan that is as even on every row. */
const TONES = 3
const WAVE = 2 * TONES

/** Tones of the cover on which the type is readable and whose change is no flash: the ground, and away from it and back. */
export function listTones(palette: Palette): string[] {
  const { background, text, gradient, grounds, hasBrandGround, theme } = palette
  const ground = hasBrandGround
    ? background
    : toGroundTone(mixColours(background, gradient[1] ?? grounds[0], 0.5), text, TEXT_CONTRAST)
  // Bands are told by their light: on a night picture's own black nobody would see them.
  const lit = theme === 'DARK' ? shine(grounds[0]) : grounds[0]
  const light = hasBrandGround ? grounds[0] : mixColours(ground, lit, 0.75)
  const far = toGroundTone(limitLight(ground, light), text, TEXT_CONTRAST)
  return Array.from({ length: TONES + 1 }, (_, i) => mixColours(ground, far, i / TONES))
}

/** The tone at a place of the fan, which goes on for ever both ways; between two places, between their tones. */
export function toneAt(tones: readonly string[], place: number): string {
  const along = ((place % WAVE) + WAVE) % WAVE
  const at = along <= TONES ? along : WAVE - along
  const low = tones[Math.floor(at)] ?? ''
  return mixColours(low, tones[Math.min(TONES, Math.floor(at) + 1)] ?? low, at % 1)
}
