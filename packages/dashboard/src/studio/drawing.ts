import {
  atSecs,
  background,
  data,
  excerpt,
  type Fault,
  fault,
  findFieldFault,
  isPlaying,
  LARGE,
  largeShape,
  pictures,
  quality,
  type StudioTemplate,
  shape,
  status,
  template,
} from './studio-state.ts'

/** Pictures that no longer show what is wanted, and since which wish. One at a time is drawn, the large one first. */
const stale = new Map<string, number>()
let wish = 0
let isDrawing = false

/** Draws these pictures anew, as soon as the one that is being drawn is done. */
export function redraw(...keys: string[]): void {
  wish++
  for (const key of keys) stale.set(key, wish)
  void drawStale()
}

/** Draws the large picture and those of all shapes. */
export function redrawAll(): void {
  redraw(LARGE, ...(template.value?.shapes ?? []))
}

/** Whether a picture is on its way. */
export function isBusy(): boolean {
  return isDrawing
}

/** Reads the template whenever one of its files was saved, and when the studio was started again. */
export function followChanges(): void {
  const changes = new EventSource('/changes')
  changes.onopen = readTemplate
  changes.onmessage = () => {
    redraw(LARGE)
    void readTemplate()
  }
  changes.onerror = noteLoss
}

async function readTemplate(): Promise<void> {
  const response = await fetch('/template')
  if (!response.ok) return showFault(await response.json())
  const next: StudioTemplate = await response.json()
  document.title = `${next.title} · Songreel studio`
  template.value = next
  // What somebody has typed stays.
  data.value ??= next.example
  if (!next.shapes.includes(shape.value)) shape.value = next.shapes[0] ?? ''
  if (!next.backgrounds.includes(background.value)) background.value = 'COVER'
  redrawAll()
}

async function drawStale(): Promise<void> {
  if (isDrawing || !shape.value) return
  isDrawing = true
  while (stale.size > 0) {
    const key = stale.has(LARGE) ? LARGE : (stale.keys().next().value as string)
    const latest = wish
    stale.delete(key)
    if (await draw(key).catch(noteLoss)) continue
    // What fails once fails in the other shapes, too; newer wishes stand.
    for (const [each, since] of stale) if (since <= latest) stale.delete(each)
  }
  isDrawing = false
}

/** Draws one picture; a template that fails leaves the last good one in its place. */
async function draw(key: string): Promise<boolean> {
  const isLarge = key === LARGE
  if (isLarge) status.value = { state: 'busy', words: 'Drawing' }
  const wanted = isLarge ? shape.value : key
  const size = isLarge && !isPlaying.value ? quality.value : 'PREVIEW'
  const view = {
    shape: wanted,
    quality: size,
    atSecs: String(atSecs.value),
    data: JSON.stringify(data.value),
    ...(background.value !== 'COVER' && { background: background.value }),
  }
  const startedMs = performance.now()
  const response = await fetch(`/frame.png?${new URLSearchParams(view)}`)
  if (!response.ok) {
    showFault({ ...(await response.json()), shape: wanted })
    return false
  }
  fault.value = undefined
  const facts = JSON.parse(response.headers.get('x-frame') ?? '{}')
  await showPicture(key, await response.blob())
  if (!isLarge) return true
  largeShape.value = wanted
  excerpt.value = facts
  status.value = { state: 'good', words: `${size} in ${Math.round(performance.now() - startedMs)} ms` }
  return true
}

/** Decoded before it is shown, so that nothing flickers. */
async function showPicture(key: string, blob: Blob): Promise<void> {
  const before = pictures.value[key]
  const url = URL.createObjectURL(blob)
  const image = new Image()
  image.src = url
  await image.decode().catch(() => undefined)
  pictures.value = { ...pictures.value, [key]: url }
  if (before) URL.revokeObjectURL(before)
}

function showFault(next: Fault): void {
  fault.value = next
  status.value = { state: 'bad', words: findFieldFault() ? 'A field is wrong' : 'Failed' }
}

function noteLoss(): undefined {
  status.value = { state: 'bad', words: 'The studio has ended' }
}
