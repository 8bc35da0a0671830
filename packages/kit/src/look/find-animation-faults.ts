import { checkLottie } from '../lottie/check-lottie.ts'
import type { LottieSlots } from '../lottie/list-slots.ts'
import type { LookLayer } from './layer-schemas.ts'
import { LOOK_LIMITS } from './limits.ts'
import type { LookFault } from './look-fault.ts'
import type { Look } from './look-schema.ts'
import { SHAPES } from './values.ts'

type Placed = { layer: LookLayer; path: string }
type Shown = { path: string; animation: string; slots: SlotNames }
type SlotNames = Partial<Record<keyof LottieSlots, Record<string, unknown> | undefined>>

/** What is wrong with the animations of a look, and with the layers that show them. */
export function findAnimationFaults({ animations = {} }: Look, layers: readonly Placed[]): LookFault[] {
  const names = Object.keys(animations)
  if (names.length > LOOK_LIMITS.animations) {
    const message = `There are ${names.length} animations.`
    return [{ path: 'animations', message, advice: `At most ${LOOK_LIMITS.animations}.` }]
  }
  const shown = layers.flatMap(listShown)
  return [
    ...names.flatMap((name) => checkAnimation(name, animations[name], shown)),
    ...shown.filter(({ animation }) => !Object.hasOwn(animations, animation)).map(tellMissing),
  ]
}

/** A layer of an animation as it is, and as it is in each shape. */
function listShown({ layer, path }: Placed): Shown[] {
  if (layer.kind !== 'lottie') return []
  const others = SHAPES.flatMap((shape) => {
    const other = layer.in?.[shape]
    return other?.animation || other?.slots ? [{ ...layer, ...other, path: `${path}.in.${shape}` }] : []
  })
  return [{ ...layer, path }, ...others].map((each) => ({
    path: each.path,
    animation: each.animation ?? layer.animation,
    slots: each.slots ?? {},
  }))
}

function tellMissing({ path, animation }: Shown): LookFault {
  const message = `There is no animation ${animation}.`
  return { path: `${path}.animation`, message, advice: 'Put its JSON into animations, under this name.' }
}

function checkAnimation(name: string, json: unknown, shown: readonly Shown[]): LookFault[] {
  const users = shown.filter(({ animation }) => animation === name)
  const boundImages = new Set(users.flatMap(({ slots }) => Object.keys(slots.image ?? {})))
  const { faults, report } = checkLottie(json, { isBound: (image) => boundImages.has(image) })
  if (faults)
    return faults.map((fault) => ({
      path: `animations.${name}`,
      message: `It ${fault}.`,
      advice: 'Export it smaller, with its pictures inside of the file.',
    }))
  return users.flatMap(({ path, slots }) =>
    (['text', 'colour', 'image'] as const).flatMap((kind) =>
      Object.keys(slots[kind] ?? {})
        .filter((slot) => !report.slots[kind].includes(slot))
        .map((slot) => ({
          path: `${path}.slots.${kind}.${slot}`,
          message: `The animation ${name} has no ${kind} called ${slot.slice(0, 80)}.`,
          advice: tellNames(report.slots[kind]),
        })),
    ),
  )
}

function tellNames(names: readonly string[]): string {
  if (names.length === 0) return 'It has none that could be bound.'
  return `It has ${names
    .slice(0, 8)
    .map((name) => name.slice(0, 40))
    .join(', ')}.`
}
