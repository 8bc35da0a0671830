import type { TemplateFacts } from '@songreel/kit/input'
import { cutSting, LOGO_SIDE_PX } from '../brand/cut-sting.ts'
import type { Logo } from '../brand/read-logo.ts'
import type { ScenePlan } from './build-scene.ts'

/**
 * A logo that plays, as this scene shows it at its end: in the brand's font and with its slots filled, so that its box and its colours are
 * those that are drawn. One that says nothing there is judged as it is in the file.
 */
export async function fillSting(logo: Logo, scene: ScenePlan, template: TemplateFacts): Promise<Logo> {
  if (!logo.sting) return logo
  const { createCover, drawCoverUrl, drawFilledRest } = await import('@songreel/kit/drawing')
  const { chooseVoice } = await import('./build-scene.ts')
  const { lottie } = logo.sting
  const { song, brand } = scene
  const cover = createCover(scene.cover)
  const rest = drawFilledRest(lottie, LOGO_SIDE_PX, {
    song,
    palette: cover.palette,
    font: chooseVoice(scene, template),
    words: brand?.endCard?.text,
    cover: drawCoverUrl(cover),
  })
  const filled = rest && cutSting(lottie, rest)
  return filled && typeof filled !== 'string' ? filled : logo
}
