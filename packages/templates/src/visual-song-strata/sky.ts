import {
  type Box,
  type Cover,
  drawExtended,
  drawWhole,
  type Frame,
  hexToOklch,
  type Layer,
  mix,
  paint,
  sprite,
  withAlpha,
} from '@songreel/kit'
import type { LandPlan } from './land.ts'
import { placeWhole, planRise, type SkyPlan, SWELL } from './plan-sky.ts'
import { chooseAir } from './tones.ts'

/** A picture in a sky rises by this part of the frame's height, from somewhat below its place to somewhat above. */
const RISE = 0.02
/** So far below the horizon the sky goes on behind the land, of the frame's height. */
const BELOW = 0.07
/** Haze stands so high before the sky, in parts of what is seen of it, and so thick at the horizon. */
const HAZE = { height: 0.13, most: 0.5 }

/** The cover as the sky, or as a picture in one, in the haze of the land; it rises all along. */
export function layOutSky(plan: LandPlan, found: SkyPlan): { behind: Layer[]; before: Layer[] } {
  if (!found.isPanel) return { behind: [whole(plan, found)], before: [] }
  const [far, picture] = [room(plan), panel(plan, found)]
  return found.isFront ? { behind: [far], before: [picture] } : { behind: [far, picture], before: [] }
}

type Context = Parameters<typeof drawExtended>[0]

/** From edge to edge, and down behind the land. */
function whole(plan: LandPlan, found: SkyPlan): Layer {
  const { cover, layout, size } = plan
  const height = layout.horizon + BELOW * size.height
  const [first, last] = planRise(plan, found, 0.5 * height)
  const area = { x: 0, y: 0, width: size.width, height: height + first - last }
  const painting = paint(area, (ctx, box) => {
    const place = placeWhole(cover, { ...found, place: { ...found.place, y: first } })
    drawSky(ctx, cover, { place, area: box })
    drawHaze(ctx, plan, { x: 0, width: box.width })
  })
  return sprite(painting, { ...swell(plan), y: ({ position }: Frame) => (last - first) * position })
}

/** What is missing above a cover that is less than this part of the sky is only a rim. */
const RIM = 0.03

/** The cover whole and sharp; its sky goes on above, and its foot is drawn out. */
function drawSky(ctx: Context, cover: Cover, { place, area }: { place: Box; area: Box }): void {
  drawExtended(ctx, cover.image, place, area)
  if (place.y - area.y > RIM * area.height)
    drawWhole(ctx, cover, { place, area: { ...area, height: place.y + place.height - area.y } })
}

function drawHaze(
  ctx: Context,
  { cover, layout, seed }: LandPlan,
  { x, width }: Pick<Box, 'x' | 'width'>,
): void {
  const { haze } = chooseAir(cover, seed)
  const foot = layout.horizon
  const top = foot - HAZE.height * layout.horizon
  const mist = ctx.createLinearGradient(0, top, 0, foot)
  for (let step = 0; step <= 4; step++)
    mist.addColorStop(step / 4, withAlpha(haze, HAZE.most * (step / 4) ** 1.6))
  ctx.fillStyle = mist
  ctx.fillRect(x, top, width, 2 * foot)
}

function swell({ audio, isReduced }: LandPlan) {
  return { scale: (frame: Frame) => 1 + SWELL * (isReduced ? 0 : audio.beat(frame)) }
}

function move(plan: LandPlan) {
  const rise = 0.5 * RISE * plan.size.height
  return { ...swell(plan), y: ({ position }: Frame) => rise * (1 - 2 * position) }
}

/** A sky behind a picture, deep above and hardly less so where the land begins: lighter, it would be a strip of light between the picture and the frame's edge. On a light ground it grows a little paler. */
const ROOM = { DARK: { top: 0.2, foot: 0.32 }, LIGHT: { top: 0.95, foot: 1 } }

/** How light that sky is so far down to the land, before haze of a lightness. */
export function lightRoom(theme: keyof typeof ROOM, haze: number, at: number): number {
  const { top, foot } = ROOM[theme]
  return mix(top, foot * haze, at ** 1.5)
}

/** The sky in which a picture of the cover stands, in the colour of what is far away. */
function room({ cover, layout, size, seed }: LandPlan): Layer {
  const { haze, distance } = chooseAir(cover, seed)
  const { lightness } = hexToOklch(haze)
  const height = layout.horizon + BELOW * size.height
  return sprite(
    paint({ x: 0, y: 0, width: size.width, height }, (ctx) => {
      const tones = ctx.createLinearGradient(0, 0, 0, layout.horizon)
      for (let step = 0; step <= 6; step++)
        tones.addColorStop(step / 6, distance(lightRoom(cover.palette.theme, lightness, step / 6)))
      ctx.fillStyle = tones
      ctx.fillRect(0, 0, size.width, height)
    }),
  )
}

/** A picture's shadow, of its width: how soft it is, how far down, and how dark. */
const SHADOW = { soft: 0.06, down: 0.018, amount: 0.42 }

/** The cover as a picture that rises behind the land. */
function panel(plan: LandPlan, { place, shown, isFront }: SkyPlan): Layer {
  const { cover } = plan
  const soft = SHADOW.soft * place.width
  const painting = paint(
    place,
    (ctx, box) => {
      ctx.save()
      ctx.shadowColor = withAlpha('#000000', SHADOW.amount)
      ctx.shadowBlur = soft
      ctx.shadowOffsetY = SHADOW.down * place.width
      ctx.drawImage(cover.image, shown.x, shown.y, shown.width, shown.height, 0, 0, box.width, box.height)
      ctx.restore()
      if (isFront) return
      ctx.beginPath()
      ctx.rect(0, 0, box.width, box.height)
      ctx.clip()
      ctx.translate(0, -place.y)
      drawHaze(ctx, plan, { x: 0, width: box.width })
    },
    { bleed: 1.5 * soft },
  )
  return sprite(painting, move(plan))
}
