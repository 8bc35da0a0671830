import { element, markField, readFields, showFields } from './fields.js'

const find = (id) => document.getElementById(id)
const large = find('large')
const shapes = find('shapes')
const fields = find('fields')
const at = find('at')
const play = find('play')
const song = new Audio('/song')
song.preload = 'auto'

let shape = ''
let excerpt = { startSecs: 0, durationSecs: 0 }

/** Pictures that no longer show what is wanted, and since which wish. One at a time is drawn, the large one first. */
const stale = new Map()
let wish = 0
let isDrawing = false

function redraw(...images) {
  wish++
  for (const image of images) stale.set(image, wish)
  void drawStale()
}

const redrawAll = () => redraw(large, ...listThumbs())
const listThumbs = () => [...shapes.children].map((button) => button.firstElementChild)

async function drawStale() {
  if (isDrawing || !shape) return
  isDrawing = true
  while (stale.size > 0) {
    const image = stale.has(large) ? large : stale.keys().next().value
    const latest = wish
    stale.delete(image)
    if (await draw(image).catch(tellLost)) continue
    // What fails once fails in the other shapes, too; newer wishes stand.
    for (const [each, since] of stale) if (since <= latest) stale.delete(each)
  }
  isDrawing = false
}

/** Draws one picture; a template that fails leaves the last good one in its place. */
async function draw(image) {
  if (image === large) tellStatus('busy', 'Drawing')
  const wanted = image === large ? shape : image.parentElement.value
  const quality = image === large && song.paused ? readQuality() : 'PREVIEW'
  const data = JSON.stringify(readFields(fields))
  const query = new URLSearchParams({ shape: wanted, quality, atSecs: at.value, data })
  const startedMs = performance.now()
  const response = await fetch(`/frame.png?${query}`)
  if (!response.ok) return tellFault(await response.json(), wanted)
  tellFault()
  const facts = JSON.parse(response.headers.get('x-frame'))
  await put(image, await response.blob())
  if (image !== large) return true
  large.style.setProperty('--ratio', wanted.replace('x', ' / '))
  excerpt = facts
  Object.assign(at, { max: facts.durationSecs, step: 1 / facts.fps })
  tellClock()
  tellStatus('good', `${quality} in ${Math.round(performance.now() - startedMs)} ms`)
  return true
}

async function put(image, blob) {
  const before = image.src
  image.src = URL.createObjectURL(blob)
  await image.decode().catch(() => undefined)
  if (before.startsWith('blob:')) URL.revokeObjectURL(before)
}

function tellFault(told, wanted) {
  const [, field, reason] =
    told?.code === 'TEMPLATE_DATA_INVALID' ? /^(\w+)[^:]*: (.*)/s.exec(told.message) : []
  const isMarked = markField(fields, field, reason) && field !== undefined
  const panel = find('fault')
  panel.hidden = !told || isMarked
  if (!told) return
  panel.querySelector('h2').textContent = [told.place ?? 'The template failed', wanted]
    .filter(Boolean)
    .join(' · ')
  panel.querySelector('pre').textContent = told.message
  tellStatus('bad', isMarked ? 'A field is wrong' : 'Failed')
}

function tellLost() {
  tellStatus('bad', 'The studio has ended')
}

function tellStatus(state, text) {
  Object.assign(find('status'), { textContent: text }).dataset.state = state
}

function tellClock() {
  const clock = (secs) => `${Math.floor(secs / 60)}:${(secs % 60).toFixed(2).padStart(5, '0')}`
  find('clock').textContent = `${clock(Number(at.value))} / ${clock(excerpt.durationSecs)}`
}

function readQuality() {
  return document.querySelector('[name=quality]:checked').value
}

/** Title, shapes and fields, as the files are now. */
async function readTemplate() {
  const response = await fetch('/template')
  const template = await response.json()
  if (!response.ok) return tellFault(template)
  find('title').textContent = template.title
  find('id').textContent = template.contentId
  find('description').textContent = template.description
  document.title = `${template.title} · Songreel studio`
  if (!template.shapes.includes(shape)) shape = template.shapes[0]
  if ([...shapes.children].map(({ value }) => value).join() !== template.shapes.join())
    shapes.replaceChildren(...template.shapes.map(makeShape))
  showFields(fields, template)
  redrawAll()
}

function makeShape(name) {
  const image = element('img', { alt: '' })
  image.style.setProperty('--ratio', name.replace('x', ' / '))
  const button = element('button', { type: 'button', value: name }, image, name)
  button.setAttribute('aria-pressed', name === shape)
  button.onclick = () => {
    shape = name
    for (const each of shapes.children) each.setAttribute('aria-pressed', each === button)
    redraw(large)
  }
  return button
}

/** The picture follows the sound as fast as frames are drawn. */
function follow() {
  if (song.paused) return
  at.value = song.currentTime - excerpt.startSecs
  tellClock()
  if (song.currentTime >= excerpt.startSecs + excerpt.durationSecs) return song.pause()
  if (!isDrawing) redraw(large)
  requestAnimationFrame(follow)
}

play.onclick = async () => {
  if (!song.paused) return song.pause()
  const isOver = Number(at.value) >= excerpt.durationSecs - 0.05
  song.currentTime = excerpt.startSecs + (isOver ? 0 : Number(at.value))
  await song.play()
}
song.onplay = () => {
  play.textContent = 'Pause'
  follow()
}
song.onpause = () => {
  play.textContent = 'Play'
  redrawAll()
}
at.oninput = () => {
  if (!song.paused) song.currentTime = excerpt.startSecs + Number(at.value)
  tellClock()
  redraw(large)
}
at.onchange = redrawAll
fields.oninput = redrawAll
fields.onsubmit = (event) => event.preventDefault()
find('quality').onchange = () => redraw(large)
addEventListener('keydown', (event) => {
  if (event.code !== 'Space' || event.target.closest('input:not([type=range]), textarea, select, button'))
    return
  event.preventDefault()
  play.click()
})

const changes = new EventSource('/changes')
// Also when the studio was started again.
changes.onopen = readTemplate
changes.onmessage = () => {
  redraw(large)
  void readTemplate()
}
changes.onerror = tellLost
