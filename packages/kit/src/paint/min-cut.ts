/** A grid of cells that want to be in front (above 0) or behind (below 0), and how strongly each holds on to its eight neighbours. */
export type CutWish = {
  readonly columns: number
  readonly rows: number
  readonly leans: Float32Array
  /** Eight for every cell, in the order of `listSteps`; the same in both directions, and 0 over the rim. */
  readonly bonds: Float32Array
}

/** The way to each of a cell's neighbours; the way back is at the mirrored place of the list. */
export function listSteps(columns: number): readonly number[] {
  return [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1]
}

const WAYS = 8
const LAST_WAY = WAYS - 1
/** What a cell hangs on instead of a neighbour: its own wish, or nothing any more. */
const ROOT = 8
const LOST = 9
const FREE = 0
const FRONT = 1
const BEHIND = 2

/**
 * Parts a grid into what is in front (1) and what is behind (0), so that the sum of all wishes that are not heard and of all bonds that are
 * cut is the least there is: a minimum cut (Boykov and Kolmogorov 2004).
 */
export function cutGrid(wish: CutWish): Float32Array {
  const flow = createFlow(wish)
  for (let cell = takeActive(flow); cell >= 0; cell = takeActive(flow)) {
    for (let meeting = grow(flow, cell); meeting >= 0; meeting = grow(flow, cell)) {
      push(flow, meeting)
      adopt(flow)
    }
  }
  return Float32Array.from(flow.tree, (tree) => (tree === FRONT ? 1 : 0))
}

type Flow = {
  steps: readonly number[]
  /** What is left of each cell's wish, and of each bond. */
  left: Float32Array
  room: Float32Array
  tree: Uint8Array
  /** By which way a cell hangs on its parent. */
  parent: Uint8Array
  /** How far a cell is from its root, and when that was last known. */
  depth: Int32Array
  known: Int32Array
  round: number
  active: number[]
  next: number
  isActive: Uint8Array
  orphans: number[]
}

function createFlow({ columns, leans, bonds }: CutWish): Flow {
  const count = leans.length
  const flow: Flow = {
    steps: listSteps(columns),
    left: leans.slice(),
    room: bonds.slice(),
    tree: new Uint8Array(count),
    parent: new Uint8Array(count).fill(LOST),
    depth: new Int32Array(count),
    known: new Int32Array(count),
    round: 0,
    active: [],
    next: 0,
    isActive: new Uint8Array(count),
    orphans: [],
  }
  for (let cell = 0; cell < count; cell++) {
    if (leans[cell] === 0) continue
    flow.tree[cell] = leans[cell]! > 0 ? FRONT : BEHIND
    flow.parent[cell] = ROOT
    flow.depth[cell] = 1
    activate(flow, cell)
  }
  return flow
}

function activate(flow: Flow, cell: number): void {
  if (flow.isActive[cell]) return
  flow.isActive[cell] = 1
  flow.active.push(cell)
}

function takeActive(flow: Flow): number {
  while (flow.next < flow.active.length) {
    const cell = flow.active[flow.next++]!
    flow.isActive[cell] = 0
    if (flow.tree[cell] !== FREE) return cell
  }
  return -1
}

/** The bond towards the roots of what is behind: out of a cell in front, into one behind. */
function bondOf({ steps }: Flow, cell: number, way: number, tree: number): number {
  return tree === FRONT ? WAYS * cell + way : WAYS * (cell + steps[way]!) + LAST_WAY - way
}

/** Lets a tree grow from a cell; the bond over which it meets the other one, or -1. */
function grow(flow: Flow, cell: number): number {
  const { steps, room, tree, parent, depth, known } = flow
  const own = tree[cell]!
  if (own === FREE) return -1
  for (let way = 0; way < WAYS; way++) {
    const bond = bondOf(flow, cell, way, own)
    if (!(room[bond]! > 0)) continue
    const other = cell + steps[way]!
    if (tree[other] === FREE) {
      tree[other] = own
      parent[other] = LAST_WAY - way
      depth[other] = depth[cell]! + 1
      known[other] = known[cell]!
      activate(flow, other)
    } else if (tree[other] !== own) return bond
  }
  return -1
}

/** Sends as much as there is room for along a path from root to root. */
function push(flow: Flow, meeting: number): void {
  const { steps, left, room } = flow
  const front = Math.floor(meeting / WAYS)
  const behind = front + steps[meeting % WAYS]!
  const least = Math.min(room[meeting]!, measurePath(flow, front, FRONT), measurePath(flow, behind, BEHIND))
  send(flow, meeting, least)
  for (const [end, tree] of [
    [front, FRONT],
    [behind, BEHIND],
  ] as const) {
    let cell = end
    while (flow.parent[cell] !== ROOT) {
      const way = flow.parent[cell]!
      const up = cell + steps[way]!
      const bond = bondToParent(flow, cell, tree)
      send(flow, bond, least)
      if (room[bond] === 0) lose(flow, cell)
      cell = up
    }
    left[cell]! += tree === FRONT ? -least : least
    if (Math.abs(left[cell]!) < 1e-6) {
      left[cell] = 0
      lose(flow, cell)
    }
  }
}

function bondToParent({ steps, parent }: Flow, cell: number, tree: number): number {
  const way = parent[cell]!
  return tree === FRONT ? WAYS * (cell + steps[way]!) + LAST_WAY - way : WAYS * cell + way
}

function send({ steps, room }: Flow, bond: number, amount: number): void {
  const rest = room[bond]! - amount
  room[bond] = rest < 1e-6 ? 0 : rest
  const way = bond % WAYS
  room[WAYS * (Math.floor(bond / WAYS) + steps[way]!) + LAST_WAY - way]! += amount
}

/** How much there is room for up to the root. */
function measurePath(flow: Flow, end: number, tree: number): number {
  let least = Number.POSITIVE_INFINITY
  let cell = end
  while (flow.parent[cell] !== ROOT) {
    least = Math.min(least, flow.room[bondToParent(flow, cell, tree)]!)
    cell += flow.steps[flow.parent[cell]!]!
  }
  return Math.min(least, Math.abs(flow.left[cell]!))
}

function lose({ parent, orphans }: Flow, cell: number): void {
  parent[cell] = LOST
  orphans.push(cell)
}

/** Finds other parents for all that lost theirs; what finds none is free again. */
function adopt(flow: Flow): void {
  flow.round++
  for (let cell = flow.orphans.pop(); cell !== undefined; cell = flow.orphans.pop()) {
    const own = flow.tree[cell]!
    let [best, nearest] = [LOST, Number.POSITIVE_INFINITY]
    for (let way = 0; way < WAYS; way++) {
      const other = cell + flow.steps[way]!
      if (flow.tree[other] !== own || !(flow.room[bondOf(flow, other, LAST_WAY - way, own)]! > 0)) continue
      const depth = findDepth(flow, other)
      if (depth < nearest) [best, nearest] = [way, depth]
    }
    if (best !== LOST) {
      flow.parent[cell] = best
      flow.depth[cell] = nearest + 1
      flow.known[cell] = flow.round
    } else release(flow, cell, own)
  }
}

function release(flow: Flow, cell: number, own: number): void {
  for (let way = 0; way < WAYS; way++) {
    const other = cell + flow.steps[way]!
    if (flow.tree[other] !== own) continue
    if (flow.room[bondOf(flow, other, LAST_WAY - way, own)]! > 0) activate(flow, other)
    if (flow.parent[other] === LAST_WAY - way) lose(flow, other)
  }
  flow.tree[cell] = FREE
}

/** How far a cell is from its root, or endless if it has none; what is known of this round need not be asked again. */
function findDepth({ steps, parent, depth, known, round }: Flow, from: number): number {
  let cell = from
  let far = 0
  while (known[cell] !== round && parent[cell]! < ROOT) {
    cell += steps[parent[cell]!]!
    far++
  }
  if (parent[cell] === LOST) return Number.POSITIVE_INFINITY
  if (known[cell] !== round) {
    known[cell] = round
    depth[cell] = 1
  }
  const all = far + depth[cell]!
  let below = all
  for (cell = from; known[cell] !== round; cell += steps[parent[cell]!]!) {
    known[cell] = round
    depth[cell] = below--
  }
  return all
}
