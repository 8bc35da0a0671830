import type { LogoRoom } from './find-logo-room.ts'

/** A scene's places, and whether its logo would need a plate in one like this. */
export type SceneRooms = { rooms: readonly LogoRoom[]; needsPlate(room: LogoRoom): boolean }

/** A place in several scenes, and by their numbers those in which it is free. */
export type CommonRoom = { room: LogoRoom; freeIn: readonly number[] }

type Member = { index: number; room: LogoRoom; needsPlate: SceneRooms['needsPlate'] }

/**
 * The place that is free in most of several scenes, and the best of those; undefined where none has room. If the logo needs a plate in
 * one of them, it has one in all: so either those count in which a plate has room, or those that do without, whichever are more.
 */
export function findCommonRoom(scenes: readonly SceneRooms[]): CommonRoom | undefined {
  const common = new Map<string, Member[]>()
  for (const [index, { rooms, needsPlate }] of scenes.entries())
    for (const room of rooms) {
      const key = `${room.corner} ${room.heightPx} ${room.slide}`
      const members = common.get(key) ?? []
      if (members.at(-1)?.index !== index) members.push({ index, room, needsPlate })
      common.set(key, members)
    }
  const [best] = [...common.values()]
    .flatMap((members) => [settle(members), settle(members.filter(({ room }) => !isPlated(room)))])
    .filter((each) => each !== undefined)
    .sort((a, b) => b.freeIn.length - a.freeIn.length || a.room.cost - b.room.cost)
  return best
}

/** Leaves out the scenes in which what the others need has no room. */
function settle(members: readonly Member[]): CommonRoom | undefined {
  if (members.length === 0) return undefined
  const room = join(members.map((member) => member.room))
  const fitting = members.filter(({ room: own, needsPlate }) => !own.isTight || !needsPlate(room))
  if (fitting.length < members.length) return settle(fitting)
  return { room, freeIn: members.map(({ index }) => index) }
}

function isPlated({ isBusy = false, onPattern = false }: LogoRoom): boolean {
  return isBusy || onPattern
}

/** One form for all of them: it must be seen in the lightest and in the darkest, and on the one with the most small parts. */
function join(rooms: readonly LogoRoom[]): LogoRoom {
  const mean = (of: (room: LogoRoom) => number) =>
    rooms.reduce((sum, room) => sum + of(room), 0) / rooms.length
  const tone = {
    mean: mean((room) => room.tone.mean),
    dark: Math.min(...rooms.map((room) => room.tone.dark)),
    light: Math.max(...rooms.map((room) => room.tone.light)),
  }
  const { corner, heightPx, slide } = rooms[0]!
  const cost = mean((room) => room.cost)
  const isBusy = rooms.some(isPlated)
  return { corner, heightPx, slide, tone, cost, ...(isBusy && { isBusy }) }
}
