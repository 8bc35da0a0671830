import { toYuv } from '../compose/colour.ts'
import { drawSprite, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Stage } from '../compose/stage.ts'

/** One particle in one frame; `place` fills it in. */
export type Particle = {
  /** Where its middle lies in the frame, in pixels. */
  x: number
  y: number
  /** Size relative to the painting. */
  scale: number
  opacity: number
  /** Degrees clockwise; rotated particles cost several times more. */
  rotation: number
  /** Shows the painting's shape in this `#rrggbb` colour; undefined shows the painting itself. */
  colour: string | undefined
}

/** How many particles there are and where. */
export type ParticlesProps = {
  count: number
  /** Sets the particle with this number for this frame. A pure function: use `chance(seed, index)`, not chance itself. */
  place: (particle: Particle, index: number, frame: Frame) => void
}

/** Many copies of one small painting. */
export function particles(painting: Painting, props: ParticlesProps): Layer {
  return { kind: 'particles', mount: (stage) => mountParticles(stage, painting, props) }
}

function mountParticles(stage: Stage, painting: Painting, { count, place }: ParticlesProps) {
  const sprite = stage.getSprite(painting)
  const { box } = painting
  const particle: Particle = { x: 0, y: 0, scale: 1, opacity: 1, rotation: 0, colour: undefined }
  const how: SpriteDraw = {
    anchorX: 0,
    anchorY: 0,
    homeX: box.x + box.width / 2,
    homeY: box.y + box.height / 2,
    scale: 1,
    rotation: 0,
    opacity: 1,
  }
  return {
    isStill: false,
    draw: (frame: Frame) => {
      for (let i = 0; i < count; i++) {
        particle.scale = 1
        particle.opacity = 1
        particle.rotation = 0
        particle.colour = undefined
        place(particle, i, frame)
        how.anchorX = particle.x
        how.anchorY = particle.y
        how.scale = particle.scale
        how.opacity = Math.min(1, particle.opacity)
        how.rotation = particle.rotation
        how.tint = particle.colour === undefined ? undefined : toYuv(particle.colour)
        drawSprite(stage, sprite, how)
      }
    },
  }
}
